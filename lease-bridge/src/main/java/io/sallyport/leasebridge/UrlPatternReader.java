package io.sallyport.leasebridge;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.Port;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads patterns of {@code net.fetch}. The parts of a pattern go through the same parsers as requests. */
final class UrlPatternReader {
    private UrlPatternReader() {}

    static Parsed<UrlPattern> read(String text) {
        if (text.equals("*")) {
            return new Parsed.Accepted<>(new UrlPattern(text, List.of()));
        }
        if (text.length() > 1 && text.chars().allMatch(c -> c == '*')) {
            return new Parsed.Accepted<>(
                    new UrlPattern(text, List.of(everything(Scheme.HTTPS), everything(Scheme.HTTP))));
        }
        int colon = text.indexOf("://");
        int unfit = firstUnfit(text);
        if (unfit >= 0) {
            return new Parsed.Rejected<>("a character that no URL pattern holds", unfit);
        }
        Scheme scheme = colon < 1 ? null : Scheme.ofUrl(text.substring(0, colon).toLowerCase(Locale.ROOT));
        return scheme == null
                ? new Parsed.Rejected<>(
                        "a URL pattern begins with https://, http://, wss://, ws:// or s3://, or is **", 0)
                : authority(text, scheme, colon + 3);
    }

    private static UrlPattern.Part everything(Scheme scheme) {
        return part(scheme, new HostPattern.Any(), scheme.defaultPort(), "/**", null);
    }

    private static UrlPattern.Part part(
            Scheme scheme, HostPattern host, int port, String path, @Nullable Map<String, List<String>> query) {
        Glob glob = Glob.of(path, PatternKind.PATH);
        return new UrlPattern.Part(scheme, host, port, PathPatterns.of(path, glob), glob, query);
    }

    private static int firstUnfit(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' || c == '#' || Character.isISOControl(c) || Character.isWhitespace(c)) {
                return i;
            }
        }
        return -1;
    }

    private static Parsed<UrlPattern> authority(String text, Scheme scheme, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
            end++;
        }
        int user = text.indexOf('@', from);
        if (user >= 0 && user < end) {
            return new Parsed.Rejected<>("user information", user);
        }
        int colon = text.indexOf(':', Math.max(from, text.indexOf(']', from)));
        boolean hasPort = colon >= 0 && colon < end;
        int port = hasPort ? port(text.substring(colon + 1, end)) : scheme.defaultPort();
        if (port == 0) {
            return new Parsed.Rejected<>("a port is a number from 1 to 65535, or *", colon + 1);
        }
        String written = text.substring(from, hasPort ? colon : end);
        String before = HostPatternReader.isEverything(written) ? "/**" : "";
        return switch (HostPatternReader.read(written)) {
            case Parsed.Rejected(var why, int at) -> new Parsed.Rejected<>(why, from + at);
            case Parsed.Accepted(var host) -> target(text, scheme, host, port, before, end);
        };
    }

    /** Returns the port, {@link Port#NONE} for any, or 0 if there is none. */
    private static int port(String text) {
        return text.equals("*") ? Port.NONE : Math.max(Port.parse(text), 0);
    }

    private static Parsed<UrlPattern> target(
            String text, Scheme scheme, HostPattern host, int port, String before, int from) {
        int mark = text.indexOf('?', from);
        String path = text.substring(from, mark < 0 ? text.length() : mark);
        String query = mark < 0 ? null : text.substring(mark + 1);
        Map<String, List<String>> parameters =
                query == null ? null : CanonicalQuery.parse(query).parameters();
        if (query != null && (parameters == null || query.indexOf('*') >= 0)) {
            return new Parsed.Rejected<>("the query of a pattern is exact, percent-encoded text", mark + 1);
        }
        int climb = climbOverStar(path);
        if (climb >= 0) {
            return new Parsed.Rejected<>("a dot segment after a wildcard", from + climb);
        }
        return switch (CanonicalPath.parse(path)) {
            case Parsed.Rejected(var why, int at) -> new Parsed.Rejected<>(why, from + at);
            case Parsed.Accepted(var canonical) -> {
                String whole = before.isEmpty() ? canonical.text() : before + (path.isEmpty() ? "" : canonical.text());
                yield new Parsed.Accepted<>(new UrlPattern(text, List.of(part(scheme, host, port, whole, parameters))));
            }
        };
    }

    /**
     * Returns the index of a {@code ..} segment after a star, or -1. Dot segments may fold away only literal text, or
     * the pattern would mean something other than it says.
     */
    private static int climbOverStar(String path) {
        int star = path.indexOf('*');
        for (int at = star < 0 ? -1 : path.indexOf("/..", star); at >= 0; at = path.indexOf("/..", at + 1)) {
            if (at + 3 == path.length() || path.charAt(at + 3) == '/') {
                return at + 1;
            }
        }
        return -1;
    }
}
