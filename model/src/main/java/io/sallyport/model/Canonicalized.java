package io.sallyport.model;

/**
 * The result of canonicalizing what a request names: its canonical form, or the reason for refusing the request.
 * Immutable.
 *
 * @param <T> the type of the canonical form
 */
public sealed interface Canonicalized<T> {
    record Accepted<T>(T value) implements Canonicalized<T> {}

    /**
     * There is no canonical form.
     *
     * @param why what is wrong, for people
     * @param at the index of the first offending char
     */
    record Rejected<T>(ReasonCode reason, String why, int at) implements Canonicalized<T> {}
}
