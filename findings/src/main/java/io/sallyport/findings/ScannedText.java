package io.sallyport.findings;

/** Bytes in which something is looked for; what is looked at is charged to a bound. */
final class ScannedText {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final ScanWork work;

    ScannedText(byte[] bytes, int from, int to, ScanWork work) {
        this.bytes = bytes;
        this.from = from;
        this.to = to;
        this.work = work;
    }

    /** Returns all of those bytes. */
    static ScannedText of(byte[] bytes, ScanWork work) {
        return new ScannedText(bytes, 0, bytes.length, work);
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    ScanWork work() {
        return work;
    }

    /** Returns how many bytes from {@code at} on are in {@code set}, at most {@code max}. */
    int run(ByteSet set, int at, int max) {
        int length = set.run(bytes, at, (int) Math.min(to, (long) at + max));
        work.charge(length);
        return length;
    }

    /** Returns whether {@code text} stands at {@code at}. */
    boolean has(byte[] text, int at) {
        if (at < from || at + text.length > to) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (bytes[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }
}
