package io.sallyport.leasebridge.network;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A path of a network policy without alternatives. Immutable.
 *
 * @param segments behind the first slash; {@code /} has none
 */
record PathGlob(List<List<GlobPart>> segments) {
    private static final GlobPart SLASH = new GlobPart.Text("/");
    private static final List<GlobPart> MANY = List.of(new GlobPart.Stars(2));

    PathGlob {
        segments = List.copyOf(segments);
    }

    static Parsed<PathGlob> read(String written) {
        String path = written.startsWith("**/") || written.equals("**") ? "/" + written : written;
        return switch (GlobReader.read(path, "/")) {
            case Parsed.Rejected<List<GlobPart>>(var why, int at) ->
                new Parsed.Rejected<>(why, Math.min(at, written.length() - 1));
            case Parsed.Accepted<List<GlobPart>>(var parts) -> of(path, parts);
        };
    }

    private static Parsed<PathGlob> of(String path, List<GlobPart> parts) {
        if (parts.stream().anyMatch(part -> part instanceof GlobPart.Stars(int count) && count > 2)) {
            return new Parsed.Rejected<>("three stars say nothing that two do not", path.indexOf("***"));
        }
        String sample = parts.stream().map(GlobPart::sample).collect(Collectors.joining());
        if (!sample.startsWith("/")) {
            return new Parsed.Rejected<>("a path begins with a slash, or is **", 0);
        }
        return switch (CanonicalPath.parse(sample)) {
            case Parsed.Rejected<CanonicalPath>(var why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<CanonicalPath>(var canonical)
            when !canonical.text().equals(sample) ->
                new Parsed.Rejected<>(
                        "no canonical path looks like this; the canonical form of it begins otherwise", 0);
            case Parsed.Accepted<CanonicalPath>(var _) -> new Parsed.Accepted<>(new PathGlob(split(parts)));
        };
    }

    private static List<List<GlobPart>> split(List<GlobPart> parts) {
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
    List<String> literals() {
        return segments.stream()
                .takeWhile(PathGlob::isLiteral)
                .map(segment -> segment.stream().map(GlobPart::sample).collect(Collectors.joining()))
                .toList();
    }

    boolean isLiteral() {
        return segments.stream().allMatch(PathGlob::isLiteral);
    }

    private static boolean isLiteral(List<GlobPart> segment) {
        return segment.stream().allMatch(GlobPart.Text.class::isInstance);
    }

    /** Returns an expression for the whole path, without anchors. */
    String re2() {
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
