package io.sallyport.model;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;

/**
 * Names of tools, agents, models and vendor-defined targets: compared byte for byte, case-sensitive, never normalized.
 * Source: ARCP 1.0, chapter on matching.
 */
public final class OpaqueName {
    private OpaqueName() {}

    /** Parses a name, or a pattern over names. Never throws. */
    public static Parsed<String> parse(String text) {
        if (text.isEmpty()) {
            return new Rejected<>("the name is empty", 0);
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return new Rejected<>("a control character in a name", i);
            }
        }
        int half = halfPair(text);
        if (half >= 0) {
            return new Rejected<>("half a surrogate pair in a name", half);
        }
        if (isSpace(text.charAt(0)) || isSpace(text.charAt(text.length() - 1))) {
            return new Rejected<>("white space at an end of a name", isSpace(text.charAt(0)) ? 0 : text.length() - 1);
        }
        return new Accepted<>(text);
    }

    /** Returns the index of an unpaired surrogate, which UTF-8 cannot encode, or -1. */
    static int halfPair(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int point = text.codePointAt(i);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }
}
