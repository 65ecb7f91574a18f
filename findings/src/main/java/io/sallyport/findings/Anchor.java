package io.sallyport.findings;

import org.jspecify.annotations.Nullable;

/** Bytes by which something that is looked for is noticed, in plain or encoded. Immutable. */
final class Anchor {
    /** The most common bytes count least. */
    private static final ByteSet RARE = ByteSet.of("!-,.:->?@[-`{-~-");

    private static final ByteSet LOWER_CASE = ByteSet.of("a-z /");

    /** The alphabets of all encodings, and line breaks between their characters. */
    private static final ByteSet DIGITS = ByteSet.of("A-Za-z0-9_+/\r\n-");

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

    /** Returns whether at least one byte of what is looked for always follows the text. */
    boolean goesOn() {
        return sought.goesOn();
    }

    /** Returns whether the byte may stand right after the text where that belongs to what is looked for. */
    boolean mayPrecede(byte next) {
        return inner == null ? sought.mayPrecede(next) : DIGITS.has(next);
    }

    /** Returns whether the byte may stand right before the text where that belongs to what is looked for. */
    boolean mayFollow(byte previous) {
        return inner == null ? sought.mayFollow(previous) : DIGITS.has(previous);
    }

    /**
     * Returns the place in a text of more than four bytes at which, and one after it, the four bytes are rarest in
     * ordinary text.
     */
    int rarestPair() {
        int best = 0;
        for (int i = 1; i + WINDOW_BYTES < text.length; i++) {
            best = rarityOfPair(i) > rarityOfPair(best) ? i : best;
        }
        return best;
    }

    /** Of both the more common one: it costs more. */
    private int rarityOfPair(int at) {
        return Math.min(rarity(at), rarity(at + 1));
    }

    private int rarity(int at) {
        int points = 0;
        for (int i = at; i < at + WINDOW_BYTES; i++) {
            points += RARE.has(text[i]) ? 2 : LOWER_CASE.has(text[i]) ? 0 : 1;
        }
        return points;
    }
}
