package io.sallyport.decision.buffers;

/**
 * How much one connection may have waiting, by how much of its sandbox's bound is taken. The least is never zero:
 * whoever reads again gets all that was sent, however many others do not read.
 */
public enum BufferLevel {
    WIDE(64 << 10, 256 << 10, 64 << 10),
    NARROW(16 << 10, 64 << 10, 64 << 10),
    SCANT(4 << 10, 16 << 10, 16 << 10),
    LEAST(1 << 10, 4 << 10, 4 << 10);

    private final int lowBytes;
    private final int highBytes;
    private final int readBytes;

    BufferLevel(int lowBytes, int highBytes, int readBytes) {
        this.lowBytes = lowBytes;
        this.highBytes = highBytes;
        this.readBytes = readBytes;
    }

    /** Reading of the other side goes on when less than this waits. */
    public int lowBytes() {
        return lowBytes;
    }

    /** Reading of the other side stops when more than this waits. */
    public int highBytes() {
        return highBytes;
    }

    /** The most that is read at one time. */
    public int readBytes() {
        return readBytes;
    }

    /** The level where {@code used} of {@code bound} is taken: narrower from a quarter on, the least from half on. */
    static BufferLevel of(long used, long bound) {
        if (used >= bound / 2) {
            return LEAST;
        }
        if (used >= bound / 8 * 3) {
            return SCANT;
        }
        return used >= bound / 4 ? NARROW : WIDE;
    }
}
