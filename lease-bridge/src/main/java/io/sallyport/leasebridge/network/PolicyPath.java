package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.Re2;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.PathPattern;
import io.sallyport.model.text.Parsed;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the path of a rule of a network policy: a glob over the whole canonical path (specs: network policy, section
 * 5). One star stays inside a segment and may be empty. Two stars are whole segments if they stand alone, otherwise the
 * same as one star. {@code /a/**} does not cover {@code /a}, unlike in a lease.
 */
final class PolicyPath {
    private PolicyPath() {}

    /** Reads a path of a document; null after reporting an error. */
    static @Nullable PathPattern read(Scalar path, Findings findings) {
        return switch (read(path.text())) {
            case Parsed.Rejected<PathPattern>(var why, int at) -> {
                Place place = path.at(at);
                findings.error(place, DiagnosticCode.BAD_PATH, Findings.quote(path.text()) + ": " + why, null);
                yield null;
            }
            case Parsed.Accepted<PathPattern>(var pattern) -> pattern;
        };
    }

    /** Reads a path; {@link PathPattern#ANY} if it covers every path. */
    static Parsed<PathPattern> read(String written) {
        if (written.equals("**") || written.equals("/**")) {
            return new Parsed.Accepted<>(PathPattern.ANY);
        }
        for (int i = 0; i < written.length(); i++) {
            if ("[]{}\\".indexOf(written.charAt(i)) >= 0) {
                return new Parsed.Rejected<>("brackets and escapes in a path are not there yet", i);
            }
        }
        if (written.contains("***")) {
            return new Parsed.Rejected<>("three stars say nothing that two do not", written.indexOf("***"));
        }
        String path = written.startsWith("**/") ? "/" + written : written;
        String sample = path.replace('*', 'a').replace('?', 'a');
        return switch (path.startsWith("/") ? CanonicalPath.parse(sample) : noSlash()) {
            case Parsed.Rejected(var why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted(var canonical)
            when !canonical.text().equals(sample) ->
                new Parsed.Rejected<>(
                        "no canonical path looks like this; the canonical form of it begins otherwise", 0);
            case Parsed.Accepted(var _) -> new Parsed.Accepted<>(pattern(written, path));
        };
    }

    private static Parsed<CanonicalPath> noSlash() {
        return new Parsed.Rejected<>("a path begins with a slash, or is **", 0);
    }

    private static PathPattern pattern(String written, String path) {
        List<String> segments =
                path.equals("/") ? List.of() : Arrays.asList(path.substring(1).split("/", -1));
        int literal = 0;
        while (literal < segments.size() && !isGlob(segments.get(literal))) {
            literal++;
        }
        List<String> literals = segments.subList(0, literal);
        return literal == segments.size()
                ? new PathPattern(literals, new PathPattern.Rest.Nothing())
                : new PathPattern(literals, new PathPattern.Rest.Matching(re2(segments), written));
    }

    private static boolean isGlob(String segment) {
        return segment.indexOf('*') >= 0 || segment.indexOf('?') >= 0;
    }

    private static String re2(List<String> segments) {
        StringBuilder out = new StringBuilder("^/");
        for (int i = 0; i < segments.size(); i++) {
            boolean last = i == segments.size() - 1;
            if (segments.get(i).equals("**")) {
                out.append(last ? ".*" : "(?:.*/)?");
            } else {
                addSegment(segments.get(i), out);
                out.append(last ? "" : "/");
            }
        }
        return out.append('$').toString();
    }

    private static void addSegment(String segment, StringBuilder out) {
        String once = segment.replace("**", "*");
        for (int i = 0; i < once.length(); i++) {
            switch (once.charAt(i)) {
                case '*' -> out.append("[^/]*");
                case '?' -> out.append("[^/]");
                default -> out.append(Re2.quote(once.substring(i, i + 1)));
            }
        }
    }
}
