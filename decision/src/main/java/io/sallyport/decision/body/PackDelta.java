package io.sallyport.decision.body;

import org.jspecify.annotations.Nullable;

/** Applies differences between objects in a pack of git (git's {@code gitformat-pack}, "Deltified representation"). */
final class PackDelta {
    private static final int COPY = 0x80;
    private static final int OFFSET_BYTES = 4;
    private static final int LENGTH_BYTES = 3;
    private static final int NO_LENGTH = 0x10000;

    private final byte[] base;
    private final byte[] delta;
    private int at;

    private PackDelta(byte[] base, byte[] delta) {
        this.base = base;
        this.delta = delta;
    }

    /** Returns the object, or null if the difference does not fit {@code base} or makes more than {@code max} bytes. */
    static byte @Nullable [] apply(byte[] base, byte[] delta, int max) {
        return new PackDelta(base, delta).made(max);
    }

    private byte @Nullable [] made(int max) {
        long expected = number();
        long size = number();
        if (expected != base.length || size < 0 || size > max) {
            return null;
        }
        byte[] made = new byte[(int) size];
        int length = 0;
        while (at < delta.length) {
            int instruction = delta[at++] & 0xff;
            boolean copies = (instruction & COPY) != 0;
            int from = copies ? part(instruction, OFFSET_BYTES) : at;
            int count = copies ? part(instruction >> OFFSET_BYTES, LENGTH_BYTES) : instruction;
            count = copies && count == 0 ? NO_LENGTH : count;
            byte[] source = copies ? base : delta;
            if (count == 0 || from < 0 || count > source.length - from || count > made.length - length) {
                return null;
            }
            System.arraycopy(source, from, made, length, count);
            length += count;
            at += copies ? 0 : count;
        }
        return length == made.length ? made : null;
    }

    /** Reads a number of seven bits a byte, the lowest first; -1 if there is none. */
    private long number() {
        long number = 0;
        for (int shift = 0; shift < 35 && at < delta.length; shift += 7) {
            int read = delta[at++];
            number |= (long) (read & 0x7f) << shift;
            if (read >= 0) {
                return number;
            }
        }
        return -1;
    }

    /** Reads the bytes of a number whose bits are set in {@code flags}, the lowest first; -1 where they are missing. */
    private int part(int flags, int most) {
        int number = 0;
        for (int i = 0; i < most; i++) {
            if ((flags >> i & 1) != 0) {
                if (at >= delta.length) {
                    return -1;
                }
                number |= (delta[at++] & 0xff) << (i * Byte.SIZE);
            }
        }
        return number;
    }
}
