package io.sallyport.regoengine.value;

/**
 * A value of Rego.
 *
 * <p>Values are ordered as OPA 1.22 orders them ({@code ast.Compare}): null, booleans, numbers, strings, arrays,
 * objects, sets; {@code equals} and {@code compareTo} agree, and two numbers are equal when they are the same number
 * ({@code 1} and {@code 1.0}).
 *
 * <p>A sealed value is immutable and may be shared by threads. One that still grows ({@link RegoArray#growing},
 * {@link RegoSet#growing}, {@link RegoObject#growing}) belongs to the evaluation that makes it until {@link #seal} was
 * called; everything inside a sealed value is sealed.
 */
public sealed interface RegoValue extends Comparable<RegoValue>
        permits RegoNull, RegoBoolean, RegoNumber, RegoString, RegoArray, RegoObject, RegoSet {

    /** What kind of value this is; kinds come in Rego's order. */
    RegoKind kind();

    /** How deep this nests: 0 for a scalar, 1 for an array of scalars. An upper bound is enough. */
    default int depth() {
        return 0;
    }

    /**
     * How many steps it costs to look at all of this: 1 for a small scalar, more by length and number of elements. Kept
     * once it was counted.
     */
    default int weight() {
        return 1;
    }

    /** Ends all growth in this value and in what it holds; a sealed value stays as it is. */
    default void seal() {}
}
