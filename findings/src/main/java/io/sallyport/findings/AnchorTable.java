package io.sallyport.findings;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * All anchors by four of their bytes: a filter of one bit for each hash of four bytes, which nearly all of ordinary
 * text fails, and the anchors behind it. An anchor of three bytes stands there with each byte that may follow.
 * Immutable.
 */
final class AnchorTable {
    private static final int MIN_FILTER_BITS = 20; // 128 KiB
    private static final int MAX_FILTER_BITS = 22; // 512 KiB
    private static final int BITS_FOR_EACH = 32; // then three of a hundred windows of other text pass
    private static final int FACTOR = 0x9E3779B1; // 2^32 by the golden ratio (Knuth, volume 3, section 6.4)

    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** What follows a prefix or an encoded one: the alphabets of forms and encodings. */
    private static final ByteSet FOLLOWING = ByteSet.of("A-Za-z0-9_.~+/-");

    private final int[] filter;
    private final int filterShift;
    private final Anchor[] anchors;
    private final int[] windowAt;
    private final int[] windows;
    private final int[] slots;

    /** One key of the table. */
    private record Entry(int window, int at, Anchor anchor) {}

    AnchorTable(List<Anchor> all) {
        Entry[] entries =
                all.stream().flatMap(anchor -> entries(anchor).stream()).toArray(Entry[]::new);
        Arrays.sort(entries, Comparator.comparingInt(Entry::window));
        anchors = Arrays.stream(entries).map(Entry::anchor).toArray(Anchor[]::new);
        windowAt = Arrays.stream(entries).mapToInt(Entry::at).toArray();
        windows = Arrays.stream(entries).mapToInt(Entry::window).toArray();
        int bits = Math.clamp(log2((long) windows.length * BITS_FOR_EACH), MIN_FILTER_BITS, MAX_FILTER_BITS);
        filter = new int[1 << (bits - 5)];
        filterShift = Integer.SIZE - bits;
        slots = new int[Integer.highestOneBit(Math.max(1, windows.length)) * 4];
        for (int i = 0; i < windows.length; i++) {
            if (i == 0 || windows[i] != windows[i - 1]) {
                enter(i);
            }
        }
    }

    private static List<Entry> entries(Anchor anchor) {
        byte[] text = anchor.text();
        if (text.length >= Anchor.WINDOW_BYTES) {
            int at = anchor.rarest();
            return List.of(new Entry(window(text, at), at, anchor));
        }
        List<Entry> all = new ArrayList<>();
        for (int next = 0; next < 128; next++) {
            if (FOLLOWING.has((byte) next)) {
                byte[] longer = Arrays.copyOf(text, Anchor.WINDOW_BYTES);
                longer[text.length] = (byte) next;
                all.add(new Entry(window(longer, 0), 0, anchor));
            }
        }
        return all;
    }

    private static int log2(long number) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, number));
    }

    /** Returns the four bytes there as a number. */
    static int window(byte[] bytes, int at) {
        return (int) FOUR.get(bytes, at);
    }

    /**
     * Returns the place of the next four bytes that an anchor has, or {@code to}. Four places are asked for at
     * once, of eight bytes that are read at once.
     *
     * @param from where the first of them may stand
     */
    int next(byte[] bytes, int from, int to) {
        int[] bits = filter;
        int shift = filterShift;
        int i = from;
        while (i + Long.BYTES <= to) {
            long eight = (long) EIGHT.get(bytes, i);
            int any = marked(bits, (int) eight, shift)
                    | marked(bits, (int) (eight >>> 8), shift)
                    | marked(bits, (int) (eight >>> 16), shift)
                    | marked(bits, (int) (eight >>> 24), shift);
            if ((any & 1) != 0) {
                int found = among(bytes, i, i + 4);
                if (found >= 0) {
                    return found;
                }
            }
            i += 4;
        }
        int last = among(bytes, i, to - Anchor.WINDOW_BYTES + 1);
        return last >= 0 ? last : to;
    }

    /** Returns the first place in that range where an anchor has those four bytes, or -1. */
    private int among(byte[] bytes, int from, int end) {
        for (int i = from; i < end; i++) {
            int window = window(bytes, i);
            if ((marked(filter, window, filterShift) & 1) != 0 && first(window) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** Whether four bytes pass the filter, in the lowest bit. */
    private static int marked(int[] bits, int window, int shift) {
        int hash = window * FACTOR;
        return bits[hash >>> (shift + 5)] >>> (hash >>> shift);
    }

    /** Returns the number of the first anchor with those four bytes, or -1. */
    int first(int window) {
        int slot = slot(window);
        while (slots[slot] != 0) {
            int anchor = slots[slot] - 1;
            if (windows[anchor] == window) {
                return anchor;
            }
            slot = (slot + 1) & (slots.length - 1);
        }
        return -1;
    }

    /** Returns whether that anchor is there and has those four bytes. */
    boolean has(int number, int window) {
        return number >= 0 && number < anchors.length && windows[number] == window;
    }

    Anchor anchor(int number) {
        return anchors[number];
    }

    /** Returns where in an anchor its four bytes stand. */
    int windowAt(int number) {
        return windowAt[number];
    }

    private void enter(int number) {
        int hash = windows[number] * FACTOR;
        filter[hash >>> (filterShift + 5)] |= 1 << (hash >>> filterShift);
        int slot = slot(windows[number]);
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
