package io.sallyport.model.text;

import java.util.function.Function;

/**
 * The result of parsing text: a value, or why there is none. Immutable.
 *
 * @param <T> the type of the value
 */
public sealed interface Parsed<T> {
    record Accepted<T>(T value) implements Parsed<T> {}

    /**
     * No value.
     *
     * @param why what is wrong, for the author of the text
     * @param at the index of the first offending char; 0 if the text is wrong as a whole
     */
    record Rejected<T>(String why, int at) implements Parsed<T> {
        /** Refuses the text as a whole. */
        public Rejected(String why) {
            this(why, 0);
        }
    }

    /** Returns what {@code form} makes of the value, or the same refusal. */
    default <R> Parsed<R> map(Function<? super T, ? extends R> form) {
        return switch (this) {
            case Accepted<T>(T value) -> new Accepted<>(form.apply(value));
            case Rejected<T>(String why, int at) -> new Rejected<>(why, at);
        };
    }
}
