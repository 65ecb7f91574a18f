package io.sallyport.leasebridge;

import io.sallyport.model.NamePattern;
import io.sallyport.model.PathPattern;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Parses patterns in the dialect of leases, for other documents that use it. */
public final class GrantPatterns {
    private GrantPatterns() {}

    /** A pattern, or the reason why there is none. */
    public sealed interface Parsed<T> {}

    public record Accepted<T>(T pattern) implements Parsed<T> {}

    /** A refusal; {@code at} is the index of the first offending char. */
    public record Rejected<T>(String why, int at) implements Parsed<T> {}

    /**
     * Reads a pattern over the targets of a capability.
     *
     * @param capability a capability of names or files, such as {@code tool.call}
     */
    public static Parsed<NamePattern> named(String capability, String text) {
        return bounded(text, () -> switch (PatternReader.read(Capability.named(capability), text)) {
            case PatternReader.Accepted(LeasePattern.Named(var _, Glob glob)) -> new Accepted<>(glob.targets());
            case PatternReader.Accepted(LeasePattern.Url _) ->
                throw new IllegalArgumentException(capability + " has no names");
            case PatternReader.Rejected(var why, int at) -> new Rejected<>(why, at);
        });
    }

    /** Reads a pattern over the path of a request, which begins with a slash and has no query. */
    public static Parsed<PathPattern> path(String text) {
        if (!text.startsWith("/") || text.indexOf('?') >= 0) {
            return new Rejected<>("a path begins with a slash, and has no query", 0);
        }
        String before = "https://h";
        return bounded(text, () -> switch (UrlPatternReader.read(before + text)) {
            case UrlPatternReader.Accepted(var pattern) ->
                new Accepted<>(pattern.parts().getFirst().pattern());
            case UrlPatternReader.Rejected(var why, int at) -> new Rejected<>(why, Math.max(0, at - before.length()));
        });
    }

    /** Reads a text that keeps the limits of a lease pattern. */
    private static <T> Parsed<T> bounded(String text, Supplier<Parsed<T>> read) {
        if (text.isEmpty()) {
            return new Rejected<>("the pattern is empty", 0);
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > LeaseShape.MAX_PATTERN_BYTES) {
            return new Rejected<>("the pattern is longer than " + LeaseShape.MAX_PATTERN_BYTES + " bytes", 0);
        }
        return LeaseShape.wildcards(text) > LeaseShape.MAX_WILDCARDS
                ? new Rejected<>("the pattern has more than " + LeaseShape.MAX_WILDCARDS + " wildcards", 0)
                : read.get();
    }
}
