package io.sallyport.regoengine.value;

/**
 * A Rego value.
 *
 * <p>Values are ordered as in OPA 1.22 ({@code ast.Compare}): null, booleans, numbers, strings, arrays, objects, sets.
 * {@code equals} is consistent with {@code compareTo}, and numbers are compared by value ({@code 1} equals {@code
 * 1.0}).
 *
 * <p>A sealed value is immutable and may be shared by threads. A value under construction ({@link RegoArray#growing},
 * {@link RegoSet#growing}, {@link RegoObject#growing}) belongs to the evaluation that creates it until {@link #seal} is
 * called; everything inside a sealed value is sealed.
 */
public sealed interface RegoValue extends Comparable<RegoValue>
        permits RegoNull, RegoBoolean, RegoNumber, RegoString, RegoArray, RegoObject, RegoSet {

    /** Returns the kind of this value; kinds are in Rego's order. */
    RegoKind kind();

    /** Returns the nesting: 0 for a scalar, 1 for an array of scalars. May be an upper bound. */
    default int depth() {
        return 0;
    }

    /**
     * Returns the cost of inspecting the whole value in steps: 1 for a small scalar, more by length and number of
     * elements. Cached once computed.
     */
    default int weight() {
        return 1;
    }

    /** Ends construction of this value and of its content; has no effect on a sealed value. */
    default void seal() {}
}
