package io.sallyport.leasebridge.network.glob;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A path of a network policy without alternatives. Immutable.
 *
 * @param parts from the first slash on, if it begins with one
 */
public record PathGlob(List<GlobPart> parts) {
    private static final GlobPart SLASH = new GlobPart.Text("/");
    /** Matches no text. */
    private static final String NOTHING = "[^\\x00-\\x{10FFFF}]";

    private static final List<GlobPart> MANY = List.of(new GlobPart.Stars(2));

    public PathGlob {
        parts = List.copyOf(parts);
    }

    /** Reads a path; rejects a glob that has no meaning. */
    private static Parsed<PathGlob> read(String written) {
        String path = written.startsWith("**/") || written.equals("**") ? "/" + written : written;
        return switch (GlobReader.read(path, "/")) {
            case Parsed.Rejected<List<GlobPart>>(var why, int at) ->
                new Parsed.Rejected<>(why, Math.min(at, written.length() - 1));
            case Parsed.Accepted<List<GlobPart>>(var parts)
            when parts.stream().anyMatch(part -> part instanceof GlobPart.Stars(int count) && count > 2) ->
                new Parsed.Rejected<>("three stars say nothing that two do not", path.indexOf("***"));
            case Parsed.Accepted<List<GlobPart>>(var parts) -> new Parsed.Accepted<>(new PathGlob(parts));
        };
    }

    /** Reads the globs that one with alternatives stands for; rejects it if one of them has no meaning. */
    public static Parsed<List<PathGlob>> all(String written) {
        return switch (GlobAlternatives.of(written)) {
            case Parsed.Rejected<List<String>>(var why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<List<String>>(var globs) -> all(written, globs);
        };
    }

    private static Parsed<List<PathGlob>> all(String written, List<String> globs) {
        List<PathGlob> all = new ArrayList<>();
        for (String glob : globs) {
            switch (read(glob)) {
                case Parsed.Rejected<PathGlob>(var why, int at) -> {
                    return new Parsed.Rejected<>(why, glob.equals(written) ? at : 0);
                }
                case Parsed.Accepted<PathGlob>(var read) -> all.add(read);
            }
        }
        return new Parsed.Accepted<>(List.copyOf(all));
    }

    /** Returns a path that matches, canonical where encoded slashes are as the dialect has them; or why none is. */
    public Parsed<CanonicalPath> sample(PolicyDialect dialect) {
        String sample = parts.stream().map(GlobPart::sample).collect(Collectors.joining());
        if (!sample.startsWith("/")) {
            return new Parsed.Rejected<>("a path begins with a slash, or is **", 0);
        }
        Set<PolicySwitch> slashes =
                dialect.has(PolicySwitch.ENCODED_SLASH) ? Set.of(PolicySwitch.ENCODED_SLASH) : Set.of();
        return switch (CanonicalPath.parse(sample, PolicyDialect.STRICT.with(slashes))) {
            case Parsed.Rejected<CanonicalPath> rejected -> rejected;
            case Parsed.Accepted<CanonicalPath>(var canonical)
            when !canonical.text().equals(sample) ->
                new Parsed.Rejected<>(
                        "no canonical path looks like this; the canonical form of it begins otherwise", 0);
            case Parsed.Accepted<CanonicalPath> accepted -> accepted;
        };
    }

    /** Returns the segments behind the first slash; {@code /} has none. */
    private List<List<GlobPart>> segments() {
        List<List<GlobPart>> segments = new ArrayList<>();
        List<GlobPart> last = new ArrayList<>();
        for (GlobPart part : parts.subList(1, parts.size())) {
            if (part.equals(SLASH)) {
                segments.add(List.copyOf(last));
                last.clear();
            } else {
                last.add(part);
            }
        }
        if (parts.size() > 1) {
            segments.add(List.copyOf(last));
        }
        return segments;
    }

    /** Returns the leading segments without wildcard. */
    public List<String> literals() {
        return segments().stream()
                .takeWhile(PathGlob::isLiteral)
                .map(segment -> segment.stream().map(GlobPart::sample).collect(Collectors.joining()))
                .toList();
    }

    /** Returns whether it has no wildcard. */
    public boolean isLiteral() {
        return segments().stream().allMatch(PathGlob::isLiteral);
    }

    private static boolean isLiteral(List<GlobPart> segment) {
        return segment.stream().allMatch(GlobPart.Text.class::isInstance);
    }

    /** Returns an expression for the whole path, without anchors. */
    public String re2() {
        if (!SLASH.equals(parts.isEmpty() ? null : parts.getFirst())) {
            return NOTHING;
        }
        List<List<GlobPart>> segments = segments();
        StringBuilder out = new StringBuilder("/");
        for (int i = 0; i < segments.size(); i++) {
            boolean last = i == segments.size() - 1;
            if (segments.get(i).equals(MANY)) {
                out.append(last ? ".*" : "(?:.*/)?");
            } else {
                segments.get(i).forEach(part -> out.append(part.re2("/")));
                out.append(last ? "" : "/");
            }
        }
        return out.toString();
    }
}
