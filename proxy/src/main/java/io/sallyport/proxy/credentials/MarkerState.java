package io.sallyport.proxy.credentials;

/**
 * How much of the {@link PlaceholderMarker} the bytes so far end with, percent escapes undone as often as they are
 * nested: one int, so that a stream is followed without memory of what has passed. The matcher is that of Knuth, Morris
 * and Pratt.
 */
final class MarkerState {
    static final int START = 0;

    /** How far the pattern is matched; above it, how far an escape has come and its first digit. */
    private static final int MATCHED = 0xff;

    private static final int AFTER_PERCENT = 1 << 8;
    private static final int AFTER_DIGIT = 2 << 8;
    private static final int STAGE = 3 << 8;
    private static final int DIGIT_SHIFT = 10;

    private static final int[] FALLBACKS = fallbacks();

    private MarkerState() {}

    static boolean isFound(int state) {
        return state == PlaceholderMarker.LENGTH;
    }

    /** The state after one more byte; of a state that is not found. */
    static int next(int state, int c) {
        return (state & STAGE) == 0 ? plain(state, c) : escaped(state, c);
    }

    private static int escaped(int state, int c) {
        int digit = Character.digit(c, 16);
        if (digit < 0 || c > 'f') {
            return plain(START, c); // a lone percent sign is no part of the pattern, and no digit begins it
        }
        return (state & STAGE) == AFTER_PERCENT
                ? (state & MATCHED) | AFTER_DIGIT | digit << DIGIT_SHIFT
                : plain(state & MATCHED, (state >> DIGIT_SHIFT) << 4 | digit);
    }

    private static int plain(int matched, int c) {
        if (c == '%') {
            return matched | AFTER_PERCENT;
        }
        char folded = PlaceholderMarker.fold(c);
        int length = matched;
        while (length > 0 && folded != PlaceholderMarker.expected(length)) {
            length = FALLBACKS[length];
        }
        return folded == PlaceholderMarker.expected(length) ? length + 1 : 0;
    }

    /** For each length, that of the longest proper prefix with which the matched part ends too. */
    private static int[] fallbacks() {
        int[] fallbacks = new int[PlaceholderMarker.LENGTH];
        int length = 0;
        for (int i = 1; i < PlaceholderMarker.LENGTH - 1; i++) {
            while (length > 0 && PlaceholderMarker.expected(i) != PlaceholderMarker.expected(length)) {
                length = fallbacks[length];
            }
            if (PlaceholderMarker.expected(i) == PlaceholderMarker.expected(length)) {
                length++;
            }
            fallbacks[i + 1] = length;
        }
        return fallbacks;
    }
}
