package io.sallyport.proxy.credentials;

/**
 * How much of a {@link PlaceholderMarker} the bytes so far end with, percent escapes and those of JSON undone as often
 * as they are nested: one int, so that a stream is followed without memory of what has passed. The matcher is that of
 * Aho and Corasick; no two markers begin alike.
 */
final class MarkerState {
    static final int START = 0;

    /** How far a marker is matched, 0 or 1 + its number times its length + the index of the last char that fits. */
    private static final int MATCHED = 0xff;

    private static final int AFTER_PERCENT = 1 << 8;
    private static final int AFTER_DIGIT = 2 << 8;
    private static final int STAGE = 3 << 8;
    private static final int DIGIT_SHIFT = 10;

    /** Of an escape of JSON: 0, 1 behind the backslash, or 2 and how many digits are read behind the {@code u}. */
    private static final int UNIT_STAGE = 7 << 14;

    private static final int UNIT_STAGE_SHIFT = 14;
    private static final int AFTER_BACKSLASH = 1 << UNIT_STAGE_SHIFT;
    private static final int AFTER_U = 2 << UNIT_STAGE_SHIFT;
    private static final int LAST_DIGIT = 5 << UNIT_STAGE_SHIFT;

    /** The digits so far, of at most 12 bits. */
    private static final int UNIT_SHIFT = 17;

    /** What is kept while a percent escape is read. */
    private static final int BELOW_PERCENT = MATCHED | UNIT_STAGE | 0xfff << UNIT_SHIFT;

    /** By state, then by folded char. */
    private static final byte[][] NEXT = transitions();

    private MarkerState() {}

    static boolean isFound(int state) {
        return state > START && state <= MATCHED && state % PlaceholderMarker.LENGTH == 0;
    }

    /** The state after one more byte; of a state that is not found. */
    static int next(int state, int c) {
        return (state & STAGE) == 0 ? plain(state, c) : escaped(state, c);
    }

    private static int escaped(int state, int c) {
        int digit = Character.digit(c, 16);
        if (digit < 0 || c > 'f') {
            return plain(START, c); // a lone percent sign is no part of a marker, and no digit begins one
        }
        return (state & STAGE) == AFTER_PERCENT
                ? (state & BELOW_PERCENT) | AFTER_DIGIT | digit << DIGIT_SHIFT
                : plain(state & BELOW_PERCENT, (state >> DIGIT_SHIFT & 0xf) << 4 | digit);
    }

    /** After a char of which percent escapes are undone. */
    private static int plain(int state, int c) {
        if (c == '%') {
            return state | AFTER_PERCENT;
        }
        return (state & UNIT_STAGE) == 0 ? unescaped(state, c) : inUnit(state, c);
    }

    /** After a char of an escape of JSON: further backslashes are those of an escape in a string of JSON in another. */
    private static int inUnit(int state, int c) {
        int stage = state & UNIT_STAGE;
        if (stage == AFTER_BACKSLASH) {
            return switch (c) {
                case '\\' -> state;
                case 'u' -> (state & MATCHED) | AFTER_U;
                default -> unescaped(START, c);
            };
        }
        int digit = c > 'f' ? -1 : Character.digit(c, 16);
        if (digit < 0) {
            return unescaped(START, c);
        }
        int unit = state >> UNIT_SHIFT << 4 | digit;
        return stage == LAST_DIGIT
                ? plain(state & MATCHED, unit)
                : (state & MATCHED) | (stage + (1 << UNIT_STAGE_SHIFT)) | (unit << UNIT_SHIFT);
    }

    private static int unescaped(int matched, int c) {
        return c == '\\' ? matched | AFTER_BACKSLASH : NEXT[matched][PlaceholderMarker.fold(c)];
    }

    /** Breadth first, so that the state to fall back to is complete before it is needed. */
    private static byte[][] transitions() {
        byte[][] next = new byte[1 + PlaceholderMarker.COUNT * PlaceholderMarker.LENGTH][128];
        int[] fallbacks = new int[next.length];
        for (int depth = 0; depth < PlaceholderMarker.LENGTH; depth++) {
            for (int marker = 0; marker < PlaceholderMarker.COUNT; marker++) {
                int from = depth == 0 ? START : marker * PlaceholderMarker.LENGTH + depth;
                int to = marker * PlaceholderMarker.LENGTH + depth + 1;
                char c = PlaceholderMarker.expected(marker, depth);
                fallbacks[to] = depth == 0 ? START : next[fallbacks[from]][c];
                next[from][c] = (byte) to;
            }
            complete(next, fallbacks, depth + 1);
        }
        return next;
    }

    /** Lets the states of that depth go on as those that they fall back to. */
    private static void complete(byte[][] next, int[] fallbacks, int depth) {
        for (int marker = 0; marker < PlaceholderMarker.COUNT; marker++) {
            int state = marker * PlaceholderMarker.LENGTH + depth;
            next[state] = next[fallbacks[state]].clone();
        }
    }
}
