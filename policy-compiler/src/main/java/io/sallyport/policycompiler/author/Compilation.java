package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The result of compiling documents. */
public sealed interface Compilation<T> {
    /** The policy can be put into force; {@code diagnostics} are warnings. */
    record Ready<T>(T value, List<Diagnostic> diagnostics) implements Compilation<T> {
        public Ready {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** The documents are wrong; at least one diagnostic is an error. */
    record Refused<T>(List<Diagnostic> diagnostics) implements Compilation<T> {
        public Refused {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** The result is unknown, because the compiler had no capacity. */
    record Unavailable<T>(String why) implements Compilation<T> {}

    /** Returns the same result with another value. */
    default <R> Compilation<R> map(Function<? super T, ? extends R> made) {
        return then(value -> new Ready<>(made.apply(value), List.of()));
    }

    /** Returns the result of a further step; if that is ready, with the warnings of both steps. */
    default <R> Compilation<R> then(Function<? super T, ? extends Compilation<R>> next) {
        return switch (this) {
            case Refused<T>(var wrong) -> new Refused<>(wrong);
            case Unavailable<T>(String why) -> new Unavailable<>(why);
            case Ready<T>(T value, var warnings) -> {
                Compilation<R> result = next.apply(value);
                yield result instanceof Ready<R>(R last, var more)
                        ? new Ready<>(
                                last,
                                Stream.concat(warnings.stream(), more.stream()).toList())
                        : result;
            }
        };
    }
}
