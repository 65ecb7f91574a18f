package io.sallyport.findings;

import org.jspecify.annotations.Nullable;

/** Bytes by which something that is looked for is noticed, in plain or encoded. Immutable. */
final class Anchor {
    /** The most common bytes count least. */
    private static final ByteSet RARE = ByteSet.of("!-,.:->?@[-`{-~-");

    private static final ByteSet LOWER_CASE = ByteSet.of("a-z /");

    /** How many bytes are looked up at once. */
    static final int WINDOW_BYTES = 4;

    /** The shortest text of an anchor. */
    static final int MIN_BYTES = 3;

    private final byte[] text;
    private final @Nullable EncodingStep step;
    private final @Nullable Anchor inner;
    private final Sought sought;

    private Anchor(byte[] text, @Nullable EncodingStep step, @Nullable Anchor inner, Sought sought) {
        this.text = text;
        this.step = step;
        this.inner = inner;
        this.sought = sought;
    }

    static Anchor plain(byte[] text, Sought sought) {
        return new Anchor(text, null, null, sought);
    }

    /** Returns what stands there. */
    byte[] text() {
        return text;
    }

    /** Returns the encoding in which it stands; null for plain. */
    @Nullable
    EncodingStep step() {
        return step;
    }

    /** Returns what the encoding hides; null for plain. */
    @Nullable
    Anchor inner() {
        return inner;
    }

    Sought sought() {
        return sought;
    }

    /** Returns this in one more encoding. */
    Anchor within(EncodingStep outer, byte[] encoded) {
        return new Anchor(encoded, outer, this, sought);
    }

    /** Returns in how many encodings it stands. */
    int depth() {
        Anchor hidden = inner;
        return hidden == null ? 0 : 1 + hidden.depth();
    }

    /** Returns the place in the text of the four bytes that are rarest in ordinary text. */
    int rarest() {
        int best = 0;
        for (int i = 1; i + WINDOW_BYTES <= text.length; i++) {
            best = rarity(i) > rarity(best) ? i : best;
        }
        return best;
    }

    private int rarity(int at) {
        int points = 0;
        for (int i = at; i < at + WINDOW_BYTES; i++) {
            points += RARE.has(text[i]) ? 2 : LOWER_CASE.has(text[i]) ? 0 : 1;
        }
        return points;
    }
}
