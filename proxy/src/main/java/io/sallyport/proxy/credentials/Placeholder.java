package io.sallyport.proxy.credentials;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One placeholder in a text: {@code openshell:resolve:env:KEY}, {@code openshell:resolve:env:v7_KEY} with a revision,
 * or {@code ANY-OPENSHELL-RESOLVE-ENV-KEY} for clients that look at the shape of a token.
 *
 * @param from index of its first char; of the last form, that of what stands before it
 * @param to index after its last
 * @param key as written, revision included
 */
record Placeholder(int from, int to, String key) {
    private static final String PLAIN = "openshell:resolve:env:";
    private static final String SHAPED = "OPENSHELL-RESOLVE-ENV-";

    /** All in {@code text}, in their order; null where a marker begins none. */
    static @Nullable List<Placeholder> allIn(String text) {
        List<Placeholder> found = new ArrayList<>();
        int end = 0;
        for (int at = PlaceholderMarker.at(text, 0); at >= 0; at = PlaceholderMarker.at(text, end)) {
            boolean shaped = text.startsWith(SHAPED, at);
            String key = shaped || text.startsWith(PLAIN, at) ? key(text, at + PlaceholderMarker.LENGTH) : null;
            if (key == null) {
                return null;
            }
            int from = shaped ? shapeBefore(text, end, at) : at;
            end = at + PlaceholderMarker.LENGTH + key.length();
            found.add(new Placeholder(from, end, key));
        }
        return found;
    }

    /** The key that begins at {@code from}, or null. */
    static @Nullable String key(String text, int from) {
        int to = from;
        while (to < text.length() && isKeyChar(text.charAt(to))) {
            to++;
        }
        return to == from || Character.isDigit(text.charAt(from)) ? null : text.substring(from, to);
    }

    /** The credential that it means, or null. */
    static @Nullable Credential find(String key, Keyring keys) {
        Credential named = keys.find(key);
        return named == null ? keys.find(withoutRevision(key)) : named;
    }

    private static String withoutRevision(String key) {
        int at = 1;
        while (at < key.length() && Character.isDigit(key.charAt(at))) {
            at++;
        }
        boolean revised = key.charAt(0) == 'v' && at > 1 && at < key.length() - 1 && key.charAt(at) == '_';
        return revised ? key.substring(at + 1) : key;
    }

    /** Where the word begins of which the marker is the end; not before {@code least}. */
    private static int shapeBefore(String text, int least, int at) {
        int from = at;
        if (at > least && text.charAt(at - 1) == '-') {
            while (from > least && isShapeChar(text.charAt(from - 1))) {
                from--;
            }
        }
        return from;
    }

    private static boolean isShapeChar(char c) {
        return isKeyChar(c) || c == '-' || c == '.';
    }

    private static boolean isKeyChar(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    }
}
