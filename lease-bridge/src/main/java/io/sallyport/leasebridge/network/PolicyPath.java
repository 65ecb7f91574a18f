package io.sallyport.leasebridge.network;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import io.sallyport.model.PathPattern;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
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
        return switch (GlobAlternatives.of(written)) {
            case Parsed.Rejected<List<String>>(var why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<List<String>>(var globs) -> read(written, globs);
        };
    }

    private static Parsed<PathPattern> read(String written, List<String> globs) {
        List<PathGlob> paths = new ArrayList<>();
        for (String glob : globs) {
            switch (PathGlob.read(glob)) {
                case Parsed.Rejected<PathGlob>(var why, int at) -> {
                    return new Parsed.Rejected<>(why, glob.equals(written) ? at : 0);
                }
                case Parsed.Accepted<PathGlob>(var path) -> paths.add(path);
            }
        }
        return new Parsed.Accepted<>(pattern(written, paths));
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
