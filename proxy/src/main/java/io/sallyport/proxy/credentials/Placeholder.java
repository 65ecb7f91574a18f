package io.sallyport.proxy.credentials;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One placeholder in a text: {@code openshell:resolve:env:KEY}, {@code openshell:resolve:env:v7_KEY} with a revision,
 * {@code ANY-OPENSHELL-RESOLVE-ENV-KEY} for clients that look at the shape of a token, or our own, such as {@code
 * ghp_SallyportPlaceholderId5kQ0eRtY2uIoPa}: the shape of the credential, the marker, and an id that one sandbox has.
 *
 * @param from index of its first char, that of its shape where it has one
 * @param to index after its last
 * @param credential what it stands for; null where the sandbox has no such key
 */
record Placeholder(int from, int to, @Nullable Credential credential) {
    private static final String PLAIN = "openshell:resolve:env:";
    private static final String SHAPED = "OPENSHELL-RESOLVE-ENV-";

    /** Begins the key of a placeholder of our own form. */
    static final String OWN = "SallyportPlaceholderId";

    /** All in {@code text}, in their order; null where a marker begins none. */
    static @Nullable List<Placeholder> allIn(String text, CredentialScope scope) {
        List<Placeholder> found = new ArrayList<>();
        int end = 0;
        for (int at = PlaceholderMarker.at(text, 0); at >= 0; at = PlaceholderMarker.at(text, end)) {
            String key = keyAt(text, at);
            if (key == null) {
                return null;
            }
            Credential credential = scope.find(key);
            int from = from(text, at, end, credential);
            if (from < 0) {
                return null;
            }
            end = at + key.length() + (isOwn(text, at) ? 0 : PlaceholderMarker.LENGTH);
            found.add(new Placeholder(from, end, credential));
        }
        return found;
    }

    /** Whether it has our own form in {@code text}: the shape of its credential and no other. */
    boolean isOwn(String text) {
        Credential known = credential;
        return known != null && isOwn(text, from + known.shape().length());
    }

    private static boolean isOwn(String text, int at) {
        return text.startsWith(OWN, at);
    }

    /** Where the placeholder begins whose marker stands at {@code at}; -1 where it has another's shape. */
    private static int from(String text, int at, int least, @Nullable Credential credential) {
        if (isOwn(text, at)) {
            String shape = credential == null ? "" : credential.shape();
            int from = at - shape.length();
            return from >= least && text.startsWith(shape, from) ? from : -1;
        }
        return text.startsWith(SHAPED, at) ? shapeBefore(text, least, at) : at;
    }

    /** The key of the placeholder whose marker stands at {@code at}, where that is written exactly; or null. */
    static @Nullable String keyAt(String text, int at) {
        int from = at + PlaceholderMarker.LENGTH;
        if (isOwn(text, at)) {
            int to = from;
            while (to < text.length() && isAlphanumeric(text.charAt(to))) {
                to++;
            }
            return text.substring(at, to);
        }
        return text.startsWith(SHAPED, at) || text.startsWith(PLAIN, at) ? key(text, from) : null;
    }

    /** The key that begins at {@code from}, or null. */
    static @Nullable String key(String text, int from) {
        int to = from;
        while (to < text.length() && isKeyChar(text.charAt(to))) {
            to++;
        }
        return to == from || Character.isDigit(text.charAt(from)) ? null : text.substring(from, to);
    }

    /** The key without the revision that may stand before it. */
    static String withoutRevision(String key) {
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
        return isAlphanumeric(c) || c == '_';
    }

    private static boolean isAlphanumeric(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
}
