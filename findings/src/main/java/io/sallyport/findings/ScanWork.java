package io.sallyport.findings;

/**
 * How much a scan may still do beside its one pass: bytes that are looked at where an anchor stands, and bytes that are
 * decoded. A sandbox that writes anchors in every place does not hold up the event loop. Confined to one scan.
 */
final class ScanWork {
    private static final int FOR_EACH_BYTE = 8;
    private static final int AT_LEAST = 64 * 1024;

    private long left;

    private ScanWork(long left) {
        this.left = left;
    }

    static ScanWork of(int bytes) {
        return new ScanWork(AT_LEAST + (long) FOR_EACH_BYTE * bytes);
    }

    void charge(int bytes) {
        left -= bytes;
    }

    boolean isUsedUp() {
        return left <= 0;
    }

    /** Returns how many bytes may be made, at most {@code max}. */
    int room(int max) {
        return Math.clamp(left, 0, max);
    }
}
