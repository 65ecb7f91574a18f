package io.sallyport.leasebridge;

import io.sallyport.model.NamePattern;
import io.sallyport.model.PathPattern;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Parses patterns in the dialect of leases, for other documents that use it. */
public final class GrantPatterns {
    private GrantPatterns() {}

    /**
     * Reads a pattern over the targets of a capability.
     *
     * @param capability a capability of names or files, such as {@code tool.call}
     */
    public static Parsed<NamePattern> named(String capability, String text) {
        return bounded(
                text,
                () -> PatternReader.read(Capability.named(capability), text).map(pattern -> switch (pattern) {
                    case LeasePattern.Named(var _, Glob glob) -> glob.targets();
                    case LeasePattern.Url _ -> throw new IllegalArgumentException(capability + " has no names");
                }));
    }

    /** Reads a pattern over the path of a request, which begins with a slash and has no query. */
    public static Parsed<PathPattern> path(String text) {
        if (!text.startsWith("/") || text.indexOf('?') >= 0) {
            return new Parsed.Rejected<>("a path begins with a slash, and has no query", 0);
        }
        String before = "https://h";
        return bounded(text, () -> switch (UrlPatternReader.read(before + text)) {
            case Parsed.Accepted<UrlPattern>(var pattern) ->
                new Parsed.Accepted<>(pattern.parts().getFirst().pattern());
            case Parsed.Rejected<UrlPattern>(var why, int at) ->
                new Parsed.Rejected<>(why, Math.max(0, at - before.length()));
        });
    }

    /** Reads a text that keeps the limits of a lease pattern. */
    private static <T> Parsed<T> bounded(String text, Supplier<Parsed<T>> read) {
        if (text.isEmpty()) {
            return new Parsed.Rejected<>("the pattern is empty", 0);
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > LeaseShape.MAX_PATTERN_BYTES) {
            return new Parsed.Rejected<>("the pattern is longer than " + LeaseShape.MAX_PATTERN_BYTES + " bytes", 0);
        }
        return LeaseShape.wildcards(text) > LeaseShape.MAX_WILDCARDS
                ? new Parsed.Rejected<>("the pattern has more than " + LeaseShape.MAX_WILDCARDS + " wildcards", 0)
                : read.get();
    }
}
