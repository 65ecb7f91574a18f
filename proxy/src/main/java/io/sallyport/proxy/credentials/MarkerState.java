package io.sallyport.proxy.credentials;

/**
 * How much of a {@link PlaceholderMarker} the bytes so far end with, percent escapes undone as often as they are
 * nested: one int, so that a stream is followed without memory of what has passed. The matcher is that of Aho and
 * Corasick; no two markers begin alike.
 */
final class MarkerState {
    static final int START = 0;

    /** How far a marker is matched, 0 or 1 + its number times its length + the index of the last char that fits. */
    private static final int MATCHED = 0xff;

    private static final int AFTER_PERCENT = 1 << 8;
    private static final int AFTER_DIGIT = 2 << 8;
    private static final int STAGE = 3 << 8;
    private static final int DIGIT_SHIFT = 10;

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
                ? (state & MATCHED) | AFTER_DIGIT | digit << DIGIT_SHIFT
                : plain(state & MATCHED, (state >> DIGIT_SHIFT) << 4 | digit);
    }

    private static int plain(int matched, int c) {
        return c == '%' ? matched | AFTER_PERCENT : NEXT[matched][PlaceholderMarker.fold(c)];
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
