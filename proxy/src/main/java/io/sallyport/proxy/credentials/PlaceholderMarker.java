package io.sallyport.proxy.credentials;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The words that every placeholder has: {@code openshell:resolve:env:}, {@code OPENSHELL-RESOLVE-ENV-} of those that
 * have the shape of a provider's tokens, and {@link Placeholder#OWN} of our own. They are found in any case, with
 * either separator, and below any number of percent encodings and escapes of JSON; what is not written exactly
 * resolves to nothing, which refuses it. Nothing is allocated.
 */
final class PlaceholderMarker {
    /** In the folded alphabet: small letters, one separator. All have one length. */
    private static final String[] FOLDED = {"openshell:resolve:env:", "sallyportplaceholderid"};

    /** How many chars each has where nothing is encoded; in no shorter text is one. */
    static final int LENGTH = FOLDED[0].length();

    /** How many there are. */
    static final int COUNT = FOLDED.length;

    private static final char[] FOLD = folds();
    private static final int[] SHIFTS = shifts();

    private PlaceholderMarker() {}

    /** Whether it stands in {@code text}, or in what that is as Basic credentials (RFC 7617). */
    static boolean isIn(String text) {
        if (text.length() < LENGTH) {
            return false;
        }
        boolean isPlain = text.indexOf('%') < 0 && text.indexOf('\\') < 0;
        boolean found = isPlain ? at(text, 0) >= 0 : isEncoded(text);
        return found || (isBasic(text) && isInBasic(text));
    }

    static boolean isBasic(String text) {
        return text.regionMatches(true, 0, "Basic ", 0, 6);
    }

    /** Where the next one begins that is not encoded, from {@code from} on; -1 where there is none (Horspool 1980). */
    static int at(String text, int from) {
        for (int last = from + LENGTH - 1; last < text.length(); last += SHIFTS[fold(text.charAt(last))]) {
            if (isAt(text, last - LENGTH + 1)) {
                return last - LENGTH + 1;
            }
        }
        return -1;
    }

    /** The same of bytes. */
    static int at(ByteBuf bytes, int from) {
        int to = bytes.writerIndex();
        for (int last = from + LENGTH - 1; last < to; last += SHIFTS[fold(bytes.getByte(last) & 0xff)]) {
            if (isAt(bytes, last - LENGTH + 1)) {
                return last - LENGTH + 1;
            }
        }
        return -1;
    }

    private static boolean isAt(ByteBuf bytes, int from) {
        for (String marker : FOLDED) {
            int i = LENGTH - 1;
            while (i >= 0 && fold(bytes.getByte(from + i) & 0xff) == marker.charAt(i)) {
                i--;
            }
            if (i < 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAt(String text, int from) {
        for (String marker : FOLDED) {
            int i = LENGTH - 1;
            while (i >= 0 && fold(text.charAt(from + i)) == marker.charAt(i)) {
                i--;
            }
            if (i < 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean isEncoded(String text) {
        int state = MarkerState.START;
        for (int i = 0; i < text.length() && !MarkerState.isFound(state); i++) {
            state = MarkerState.next(state, text.charAt(i));
        }
        return MarkerState.isFound(state);
    }

    /** As the most lenient reader of base 64 has it: what is no digit is passed over. */
    private static boolean isInBasic(String text) {
        int state = MarkerState.START;
        int bits = 0;
        int held = 0;
        for (int i = "Basic ".length(); i < text.length() && !MarkerState.isFound(state); i++) {
            int digit = digit(text.charAt(i));
            if (digit >= 0) {
                held = held << 6 | digit;
                bits += 6;
            }
            if (bits >= 8) {
                bits -= 8;
                state = MarkerState.next(state, held >> bits & 0xff);
            }
        }
        return MarkerState.isFound(state);
    }

    private static int digit(char c) {
        if (c >= 'A' && c <= 'Z') {
            return c - 'A';
        }
        if (c >= 'a' && c <= 'z') {
            return c - 'a' + 26;
        }
        if (c >= '0' && c <= '9') {
            return c - '0' + 52;
        }
        return switch (c) {
            case '+', '-' -> 62;
            case '/', '_' -> 63;
            default -> -1;
        };
    }

    /** Which char of a marker stands at {@code index}. */
    static char expected(int marker, int index) {
        return FOLDED[marker].charAt(index);
    }

    /** Both cases are one, and so are both separators; what no pattern has is 0. */
    static char fold(int c) {
        return c < FOLD.length ? FOLD[c] : 0;
    }

    private static char[] folds() {
        char[] folds = new char[128];
        for (char c : String.join("", FOLDED).toCharArray()) {
            folds[c] = c;
            folds[Character.toUpperCase(c)] = c;
        }
        folds['-'] = ':';
        return folds;
    }

    private static int[] shifts() {
        int[] shifts = new int[128];
        Arrays.fill(shifts, LENGTH);
        for (String marker : FOLDED) {
            for (int i = 0; i < LENGTH - 1; i++) {
                shifts[marker.charAt(i)] = Math.min(shifts[marker.charAt(i)], LENGTH - 1 - i);
            }
        }
        return shifts;
    }
}
