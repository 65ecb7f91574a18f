package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.leasebridge.network.glob.PathGlob;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.PathPattern;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the path of a rule of a network policy: a glob over the whole canonical path (specs: network policy, section
 * 5). One star stays inside a segment and may be empty. Two stars are whole segments if they stand alone, otherwise the
 * same as one star. {@code /a/**} does not cover {@code /a}, unlike in a lease. Alternatives may have slashes.
 */
final class PolicyPath {
    private PolicyPath() {}

    /** Reads a path of a document; null after reporting that it cannot be read, or that no path matches. */
    static @Nullable PathPattern read(Scalar path, Leniency leniency, Findings findings) {
        return switch (read(path.text(), leniency.dialect())) {
            case Parsed.Rejected<PathPattern>(var why, int at) -> {
                Place place = path.at(at);
                String message = Findings.quote(path.text()) + ": " + why;
                yield switch (PathGlob.all(path.text())) {
                    case Parsed.Rejected<List<PathGlob>> _ -> {
                        leniency.badGlob(place, DiagnosticCode.BAD_PATH, message);
                        yield null;
                    }
                    case Parsed.Accepted<List<PathGlob>>(var globs)
                    when leniency.passes(PolicySwitch.INERT_DENY, place, message + ": no path matches it") ->
                        matching(path.text(), globs, leniency.dialect());
                    case Parsed.Accepted<List<PathGlob>> _ -> {
                        findings.error(place, DiagnosticCode.BAD_PATH, message, null);
                        yield null;
                    }
                };
            }
            case Parsed.Accepted<PathPattern>(var pattern) -> pattern;
        };
    }

    /** Returns the pattern of those globs that some canonical path matches; null if there is none. */
    private static @Nullable PathPattern matching(String written, List<PathGlob> globs, PolicyDialect dialect) {
        List<PathGlob> matching = globs.stream()
                .filter(glob -> glob.sample(dialect) instanceof Parsed.Accepted)
                .toList();
        return matching.isEmpty() ? null : pattern(written, matching);
    }

    /** Reads a path that some request of the dialect has; {@link PathPattern#ANY} if it covers every path. */
    static Parsed<PathPattern> read(String written, PolicyDialect dialect) {
        if (written.equals("**") || written.equals("/**")) {
            return new Parsed.Accepted<>(PathPattern.ANY);
        }
        return switch (PathGlob.all(written)) {
            case Parsed.Rejected<List<PathGlob>>(var why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<List<PathGlob>>(var globs) -> {
                for (PathGlob glob : globs) {
                    if (glob.sample(dialect) instanceof Parsed.Rejected<CanonicalPath>(var why, int at)) {
                        yield new Parsed.Rejected<>(why, at);
                    }
                }
                yield new Parsed.Accepted<>(pattern(written, globs));
            }
        };
    }

    private static PathPattern pattern(String written, List<PathGlob> paths) {
        PathGlob first = paths.getFirst();
        if (paths.size() == 1 && first.isLiteral()) {
            return new PathPattern(first.literals(), new PathPattern.Rest.Nothing());
        }
        List<String> literals = first.literals();
        for (PathGlob other : paths) {
            literals = literals.subList(0, common(literals, other.literals()));
        }
        String re2 = paths.size() == 1
                ? "^" + first.re2() + "$"
                : paths.stream().map(PathGlob::re2).collect(Collectors.joining("|", "^(?:", ")$"));
        return new PathPattern(literals, new PathPattern.Rest.Matching(re2, written));
    }

    private static int common(List<String> one, List<String> other) {
        int same = 0;
        while (same < Math.min(one.size(), other.size()) && one.get(same).equals(other.get(same))) {
            same++;
        }
        return same;
    }
}
