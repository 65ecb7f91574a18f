package io.sallyport.findings;

/** A set of ASCII characters, written as in {@code A-Za-z0-9_-}. Immutable. */
final class ByteSet {
    private final long low;
    private final long high;
    private final String text;

    private ByteSet(long low, long high, String text) {
        this.low = low;
        this.high = high;
        this.text = text;
    }

    /** Returns the set of those characters and ranges; a {@code -} at the end stands for itself. */
    static ByteSet of(String text) {
        long low = 0;
        long high = 0;
        for (int i = 0; i < text.length(); i++) {
            char first = text.charAt(i);
            boolean range = i + 2 < text.length() && text.charAt(i + 1) == '-';
            char last = range ? text.charAt(i + 2) : first;
            for (char c = first; c <= last; c++) {
                low |= c < 64 ? 1L << c : 0;
                high |= c < 64 ? 0 : 1L << (c - 64);
            }
            i += range ? 2 : 0;
        }
        return new ByteSet(low, high, text);
    }

    boolean has(byte value) {
        return value >= 0 && ((value < 64 ? low >>> value : high >>> (value - 64)) & 1) != 0;
    }

    /** Returns how many bytes from {@code at} on, and before {@code end}, are in the set. */
    int run(byte[] bytes, int at, int end) {
        int i = at;
        while (i < end && has(bytes[i])) {
            i++;
        }
        return i - at;
    }

    /** Returns whether one of the bytes is in the set. */
    boolean isIn(byte[] bytes) {
        for (byte value : bytes) {
            if (has(value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return text;
    }
}
