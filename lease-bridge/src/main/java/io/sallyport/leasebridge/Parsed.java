package io.sallyport.leasebridge;

import java.util.function.Function;

/** A value that was read from a text, or the reason why there is none. Immutable. */
public sealed interface Parsed<T> {
    record Accepted<T>(T value) implements Parsed<T> {}

    /** A refusal; {@code at} is the index of the first offending char. */
    record Rejected<T>(String why, int at) implements Parsed<T> {}

    /** Returns what {@code make} makes of the value, or the same refusal. */
    default <R> Parsed<R> map(Function<T, R> make) {
        return switch (this) {
            case Accepted<T>(T value) -> new Accepted<>(make.apply(value));
            case Rejected<T>(String why, int at) -> new Rejected<>(why, at);
        };
    }
}
