package io.sallyport.model.text;

import java.util.List;

/** Whether the obligation {@code redact} can take a header field out of a request. */
public enum Redactable {
    /** It can. */
    YES,
    /** It is no name of a header field (RFC 9110 section 5.6.2). */
    NO_FIELD,
    /** It is part of every request: the gateway writes it anew to each target. */
    WRITTEN_ANEW;

    private static final String MARKS = "!#$%&'*+-.^_`|~";
    private static final List<String> WRITTEN = List.of("host", "content-length", "transfer-encoding");

    /**
     * Returns whether the field of that name can be taken out. Case does not matter, and all that is no letter or digit
     * is one character: fields are taken out by the names that CGI may give them.
     */
    public static Redactable of(String name) {
        if (!isToken(name)) {
            return NO_FIELD;
        }
        for (String written : WRITTEN) {
            if (isSame(written, name)) {
                return WRITTEN_ANEW;
            }
        }
        return YES;
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (folded(c) == '-' && MARKS.indexOf(c) < 0) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isSame(String written, String name) {
        if (written.length() != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (written.charAt(i) != folded(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static char folded(char c) {
        char lower = Ascii.isUpper(c) ? (char) (c + ('a' - 'A')) : c;
        return (lower >= 'a' && lower <= 'z') || Ascii.isDigit(lower) ? lower : '-';
    }
}
