package io.sallyport.model;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.util.ArrayList;
import java.util.List;

/**
 * Paths of files in POSIX form: dot segments and repeated slashes are folded, and there is no trailing slash. {@code
 * ..} at the root stays at the root; a relative path that climbs above its start is refused. Symbolic links are left to
 * the enforcing side.
 */
public final class FilePath {
    private FilePath() {}

    /** Parses a path, or a pattern over paths, in which only literal text may be folded away. */
    public static Parsed<String> parse(String text) {
        if (text.isEmpty()) {
            return new Rejected<>("the path is empty", 0);
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i)) || text.charAt(i) == '\\') {
                return new Rejected<>("a control character or backslash in a path", i);
            }
        }
        int half = OpaqueName.halfPair(text);
        if (half >= 0) {
            return new Rejected<>("half a surrogate pair in a path", half);
        }
        return fold(text, text.charAt(0) == '/');
    }

    private static Parsed<String> fold(String text, boolean absolute) {
        List<String> kept = new ArrayList<>();
        int from = 0;
        for (String segment : text.split("/", -1)) {
            if (segment.equals("..")) {
                if (!kept.isEmpty() && kept.getLast().indexOf('*') >= 0) {
                    return new Rejected<>("a dot segment after a wildcard", from);
                }
                if (kept.isEmpty() && !absolute) {
                    return new Rejected<>("a relative path climbs", from);
                }
                if (!kept.isEmpty()) {
                    kept.removeLast();
                }
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                kept.add(segment);
            }
            from += segment.length() + 1;
        }
        String path = String.join("/", kept);
        return absolute || !path.isEmpty()
                ? new Accepted<>(absolute ? "/" + path : path)
                : new Rejected<>("the path names nothing", 0);
    }
}
