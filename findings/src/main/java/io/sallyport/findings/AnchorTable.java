package io.sallyport.findings;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * All anchors by four of their bytes: a filter of one bit for each hash of four bytes, which nearly all of ordinary
 * text fails, and the anchors behind it. Every second place of a text is asked, since each anchor is entered with four
 * bytes at an even and at an odd place ({@link AnchorWindows}). Immutable.
 */
final class AnchorTable {
    /** How far apart the places are that are asked. */
    static final int STEP = 2;

    private static final int MIN_FILTER_BITS = 17; // 16 KiB
    private static final int MAX_FILTER_BITS = 22; // 512 KiB
    private static final int BITS_FOR_EACH = 64; // then two of a hundred windows of other text pass
    private static final int FACTOR = 0x9E3779B1; // 2^32 by the golden ratio (Knuth, volume 3, section 6.4)

    /** A constant, which the pass is twice as fast with; smaller filters use fewer of the bits above. */
    private static final int FILTER_SHIFT = Integer.SIZE - MAX_FILTER_BITS + 5;

    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final int[] filter;
    private final AnchorWindows entries;
    private final int[] slots;

    AnchorTable(List<Anchor> all) {
        entries = AnchorWindows.of(all);
        int size = entries.size();
        int bits = Math.clamp(log2((long) size * BITS_FOR_EACH), MIN_FILTER_BITS, MAX_FILTER_BITS);
        filter = new int[1 << (bits - 5)];
        slots = new int[Integer.highestOneBit(Math.max(1, size)) * 4];
        for (int i = 0; i < size; i++) {
            if (i == 0 || entries.window(i) != entries.window(i - 1)) {
                enter(i);
            }
        }
    }

    private static int log2(long number) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, number));
    }

    /** Returns the four bytes there as a number. */
    static int window(byte[] bytes, int at) {
        return (int) FOUR.get(bytes, at);
    }

    /**
     * Returns the first place where four bytes stand that an anchor has, of {@code from} and every second one after
     * it; {@code to} if there is none. Between an anchor's beginning and {@code to} its text stands whole, with what
     * surrounds it, or it may be missed.
     */
    int next(byte[] bytes, int from, int to) {
        int[] bits = filter;
        int end = to - 9; // the last of four places reads up to nine bytes after the first
        int i = from;
        for (; i < end; i += 8) {
            int any = marked(bits, window(bytes, i))
                    | marked(bits, window(bytes, i + 2))
                    | marked(bits, window(bytes, i + 4))
                    | marked(bits, window(bytes, i + 6));
            if ((any & 1) != 0) {
                int found = among(bytes, i, i + 8);
                if (found >= 0) {
                    return found;
                }
            }
        }
        int last = among(bytes, i, to - Anchor.WINDOW_BYTES + 1);
        return last >= 0 ? last : to;
    }

    /** Returns whether no anchor stands there whole. Allocates nothing. */
    boolean isClear(byte[] bytes, int from, int to) {
        for (int at = next(bytes, from, to); at < to; at = next(bytes, at + STEP, to)) {
            if (isAnchored(bytes, at, from, to)) {
                return false;
            }
        }
        return true;
    }

    private boolean isAnchored(byte[] bytes, int at, int from, int to) {
        int window = window(bytes, at);
        for (int number = first(window); has(number, window); number++) {
            byte[] text = anchor(number).text();
            int start = at - windowAt(number);
            int end = start + text.length;
            if (start >= from && end <= to && Arrays.equals(bytes, start, end, text, 0, text.length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the first place in that range where an anchor has those four bytes, or -1. */
    private int among(byte[] bytes, int from, int end) {
        for (int i = from; i < end; i += STEP) {
            int window = window(bytes, i);
            if ((marked(filter, window) & 1) != 0 && first(window) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** Whether four bytes pass the filter, in the lowest bit. */
    private static int marked(int[] bits, int window) {
        int hash = window * FACTOR;
        return bits[(hash >>> FILTER_SHIFT) & (bits.length - 1)] >>> hash;
    }

    /** Returns the number of the first entry with those four bytes, or -1. */
    int first(int window) {
        int slot = slot(window);
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (entries.window(number) == window) {
                return number;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return -1;
    }

    /** Returns whether that entry is there and has those four bytes. */
    boolean has(int number, int window) {
        return number >= 0 && number < entries.size() && entries.window(number) == window;
    }

    Anchor anchor(int number) {
        return entries.anchor(number);
    }

    /** Returns where in an anchor its four bytes stand; -1 if they begin before it. */
    int windowAt(int number) {
        return entries.at(number);
    }

    private void enter(int number) {
        int hash = entries.window(number) * FACTOR;
        filter[(hash >>> FILTER_SHIFT) & (filter.length - 1)] |= 1 << hash;
        int slot = slot(entries.window(number));
        while (slots[slot] != 0) {
            slot = (slot + 1) & (slots.length - 1);
        }
        slots[slot] = number + 1;
    }

    /** The highest bits of the product, which all four bytes decide. */
    private int slot(int window) {
        return (window * FACTOR) >>> (Integer.numberOfLeadingZeros(slots.length) + 1);
    }
}
