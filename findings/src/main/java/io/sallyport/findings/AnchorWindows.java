package io.sallyport.findings;

import java.util.Arrays;
import java.util.List;

/**
 * Anchors by four bytes that stand in them, sorted by these. Of each anchor two places are entered that are one apart,
 * so that a search of every second place of a text meets one of them wherever the anchor begins. An anchor that is too
 * short for that is entered with each byte that may stand beside it. Immutable once it is made.
 */
final class AnchorWindows {
    private int[] windows = new int[1024];
    private byte[] places = new byte[1024];
    private Anchor[] anchors = new Anchor[1024];
    private int size;

    private AnchorWindows() {}

    static AnchorWindows of(List<Anchor> all) {
        var made = new AnchorWindows();
        all.forEach(made::enter);
        made.sort();
        return made;
    }

    int size() {
        return size;
    }

    int window(int number) {
        return windows[number];
    }

    /** Returns where in the anchor the bytes begin, -1 for the byte before it. */
    int at(int number) {
        return places[number];
    }

    Anchor anchor(int number) {
        return anchors[number];
    }

    private void enter(Anchor anchor) {
        byte[] text = anchor.text();
        if (text.length > Anchor.WINDOW_BYTES) {
            int at = anchor.rarestPair();
            add(AnchorTable.window(text, at), at, anchor);
            add(AnchorTable.window(text, at + 1), at + 1, anchor);
            return;
        }
        boolean whole = text.length == Anchor.WINDOW_BYTES;
        if (whole) {
            add(AnchorTable.window(text, 0), 0, anchor);
        }
        boolean goesOn = anchor.goesOn();
        if (goesOn || !whole) {
            addLonger(anchor, text.length - (Anchor.WINDOW_BYTES - 1));
        }
        if (!goesOn || !whole) {
            addLonger(anchor, -1);
        }
    }

    /**
     * Enters three bytes of the anchor with each that may follow them, or precede them.
     *
     * @param at where the four begin; -1 for those that begin before the anchor
     */
    private void addLonger(Anchor anchor, int at) {
        boolean before = at < 0;
        var four = new byte[Anchor.WINDOW_BYTES];
        System.arraycopy(anchor.text(), before ? 0 : at, four, before ? 1 : 0, four.length - 1);
        for (int beside = Byte.MIN_VALUE; beside <= Byte.MAX_VALUE; beside++) {
            four[before ? 0 : four.length - 1] = (byte) beside;
            if (before ? anchor.mayFollow((byte) beside) : anchor.mayPrecede((byte) beside)) {
                add(AnchorTable.window(four, 0), at, anchor);
            }
        }
    }

    private void add(int window, int at, Anchor anchor) {
        if (size == windows.length) {
            windows = Arrays.copyOf(windows, size * 2);
            places = Arrays.copyOf(places, size * 2);
            anchors = Arrays.copyOf(anchors, size * 2);
        }
        windows[size] = window;
        places[size] = (byte) at;
        anchors[size++] = anchor;
    }

    /** Sorts numbers whose upper half is a window and whose lower half is its place before: no objects to compare. */
    private void sort() {
        var keys = new long[size];
        for (int i = 0; i < size; i++) {
            keys[i] = ((long) windows[i] << Integer.SIZE) | i;
        }
        Arrays.sort(keys);
        byte[] placesBefore = places;
        Anchor[] anchorsBefore = anchors;
        windows = new int[size];
        places = new byte[size];
        anchors = new Anchor[size];
        for (int i = 0; i < size; i++) {
            int before = (int) keys[i];
            windows[i] = (int) (keys[i] >>> Integer.SIZE);
            places[i] = placesBefore[before];
            anchors[i] = anchorsBefore[before];
        }
    }
}
