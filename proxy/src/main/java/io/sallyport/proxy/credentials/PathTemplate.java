package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a credential stands in paths: {@code /bot{credential}} is the first segment of those that begin with {@code
 * bot}, whatever stands behind that, and whatever segments follow. Immutable.
 *
 * @param segments with which paths begin, the one with the credential last
 * @param before what stands before the credential in that segment
 * @param after what stands behind it
 */
public record PathTemplate(List<String> segments, String before, String after) {
    private static final String PLACE = "{credential}";

    public PathTemplate {
        segments = List.copyOf(segments);
    }

    /** Reads a template: a canonical path whose last segment has {@code {credential}} once. */
    public static Parsed<PathTemplate> read(String text) {
        int at = text.indexOf(PLACE);
        String without = text.replace(PLACE, "x");
        boolean isOne = at > text.lastIndexOf('/') && text.indexOf(PLACE, at + 1) < 0;
        if (!isOne
                || !(CanonicalPath.parse(without) instanceof Parsed.Accepted(CanonicalPath path))
                || !path.text().equals(without)) {
            return new Parsed.Rejected<>("a path has {credential} once, in its last segment, and is canonical");
        }
        return new Parsed.Accepted<>(new PathTemplate(
                path.segments(), text.substring(text.lastIndexOf('/') + 1, at), text.substring(at + PLACE.length())));
    }

    /** What stands in the place of the credential; null where the path has no such place. */
    @Nullable
    String own(CanonicalPath path) {
        int last = segments.size() - 1;
        List<String> asked = path.segments();
        if (asked.size() <= last || !asked.subList(0, last).equals(segments.subList(0, last))) {
            return null;
        }
        String segment = asked.get(last);
        boolean fits = segment.length() >= before.length() + after.length()
                && segment.startsWith(before)
                && segment.endsWith(after);
        return fits ? segment.substring(before.length(), segment.length() - after.length()) : null;
    }

    /** A path that has the place, with {@code text} there, which is encoded. */
    String filled(CanonicalPath path, String text) {
        List<String> all = new ArrayList<>(path.segments());
        all.set(segments.size() - 1, before + text + after);
        return "/" + String.join("/", all);
    }
}
