package io.sallyport.proxy.credentials;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts values in the place of placeholders, where the specification has a place for them (API servers, section 4): a
 * field whole, behind its scheme, or in Basic credentials; a segment of a path, a value of a query. Elsewhere there is
 * no filling, and so no sending. Each key is bound to where the request goes, as it is read here: whoever judged it may
 * have read another.
 */
final class PlaceholderFilling {
    private final CredentialScope scope;

    PlaceholderFilling(CredentialScope scope) {
        this.scope = scope;
    }

    /** A field's value, or null. */
    @Nullable
    String field(String value) {
        int space = value.indexOf(' ');
        String whole = whole(value);
        if (whole != null || space < 0) {
            return whole;
        }
        if (PlaceholderMarker.isBasic(value)) {
            return basic(value.substring(space + 1).strip());
        }
        String rest = whole(value.substring(space + 1));
        return rest == null || PlaceholderMarker.isIn(value.substring(0, space))
                ? null
                : value.substring(0, space + 1) + rest;
    }

    /** A text that is nothing but one, or null. */
    @Nullable
    String whole(String text) {
        List<Placeholder> found = Placeholder.allIn(text, scope);
        if (found == null || found.size() != 1) {
            return null;
        }
        Placeholder one = found.getFirst();
        boolean all = one.from() == 0 && one.to() == text.length();
        CredentialValue.Known value = all ? value(one) : null;
        return value == null ? null : value.text();
    }

    private @Nullable String basic(String encoded) {
        try {
            String pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            String filled = all(pair, false);
            return filled == null
                    ? null
                    : "Basic " + Base64.getEncoder().encodeToString(filled.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /** A path, or null. */
    @Nullable
    String path(String text) {
        return parts(text, "/", false);
    }

    /** A query, or null. */
    @Nullable
    String query(String text) {
        return parts(text, "&", true);
    }

    private @Nullable String parts(String text, String separator, boolean named) {
        if (!PlaceholderMarker.isIn(text)) {
            return text;
        }
        List<String> filled = new ArrayList<>();
        for (String part : text.split(separator, -1)) {
            int name = named ? nameLength(part) : 0;
            String value = part(part.substring(name));
            if (value == null || PlaceholderMarker.isIn(part.substring(0, name))) {
                return null;
            }
            filled.add(part.substring(0, name) + value);
        }
        return String.join(separator, filled);
    }

    /** What stands before a value, its sign included; a parameter without one is all name. */
    private static int nameLength(String parameter) {
        int sign = parameter.indexOf('=');
        return sign < 0 ? parameter.length() : sign + 1;
    }

    /** A plus stays one: in a query it is a space to many, and encoded it would be a plus. */
    private @Nullable String part(String text) {
        if (!PlaceholderMarker.isIn(text)) {
            return text;
        }
        List<String> words = new ArrayList<>();
        for (String word : text.split("\\+", -1)) {
            String filled = PlaceholderMarker.isIn(word) ? all(word, true) : word;
            if (filled == null) {
                return null;
            }
            words.add(filled);
        }
        String whole = String.join("+", words);
        return PlaceholderMarker.isIn(whole) ? null : whole;
    }

    /** Each in {@code text} replaced; null where one cannot be, or where one is still there. */
    private @Nullable String all(String text, boolean inUrl) {
        String read = inUrl ? PercentCoding.decode(text) : text;
        List<Placeholder> found = Placeholder.allIn(read, scope);
        if (found == null) {
            return null;
        }
        var filled = new StringBuilder();
        int end = 0;
        for (Placeholder one : found) {
            CredentialValue.Known value = value(one);
            if (value == null || (inUrl && !value.fitsUrl())) {
                return null;
            }
            filled.append(read, end, one.from()).append(value.text());
            end = one.to();
        }
        String whole = filled.append(read, end, read.length()).toString();
        if (PlaceholderMarker.isIn(whole)) {
            return null;
        }
        return inUrl ? PercentCoding.encode(whole) : whole;
    }

    /** What it stands for, where this request may have that and it can be had; or null. */
    private CredentialValue.@Nullable Known value(Placeholder one) {
        Credential credential = one.credential();
        return credential != null
                        && scope.admits(credential)
                        && scope.value(credential) instanceof CredentialValue.Known known
                ? known
                : null;
    }
}
