package io.sallyport.inference;

import java.nio.charset.StandardCharsets;

/**
 * Estimates how many tokens a text has where nobody says it, byte for byte of UTF-8, without a vocabulary. It is made
 * to be no less than what OpenAI's encoding {@code o200k_base} yields. It is half more than that in prose and code, two
 * and a half times that in other scripts, and more in single long names; the measured ratios are in {@code
 * docs/decisions/model-apis.md}. A vocabulary that is older or smaller may yield more.
 *
 * <p>One token for: a capital with up to three small letters; four small letters; two digits; two letters of a script
 * whose letters take two bytes, such as Greek; a character of three bytes, such as Chinese; a line end with those that
 * follow; spaces in a row; any other sign. Three for a character of four bytes, such as an emoji. Confined to one
 * thread.
 */
public final class TokenEstimate {
    private static final int SMALL_LETTERS = 4;
    private static final int DIGITS = 2;
    private static final int TWO_BYTE_LETTERS = 2;
    private static final int SPACES = 16;
    private static final int FOUR_BYTE_TOKENS = 3;

    private enum Kind {
        LETTER,
        DIGIT,
        SPACE,
        LINE_END,
        SIGN,
        TWO_BYTES,
        THREE_BYTES,
        FOUR_BYTES
    }

    private Kind kind = Kind.SIGN;
    private boolean capital;
    private int run;
    private long tokens;

    /** Returns the estimate for a whole text. */
    public static long of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    static long of(byte[] text) {
        var estimate = new TokenEstimate();
        for (byte next : text) {
            estimate.add(next);
        }
        return estimate.tokens();
    }

    /** Adds the next byte of a text in UTF-8. */
    public void add(byte next) {
        int value = next & 0xff;
        if (value >= 0x80 && value < 0xc0) {
            return; // continues a character
        }
        boolean isCapital = value >= 'A' && value <= 'Z';
        Kind now = kind(value);
        boolean continues = now == kind && !(now == Kind.LETTER && capital != isCapital && (isCapital || run > 1));
        run = continues ? run + 1 : 1;
        kind = now;
        capital = isCapital;
        tokens += cost();
    }

    private static Kind kind(int value) {
        if ((value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z')) {
            return Kind.LETTER;
        }
        if (value >= '0' && value <= '9') {
            return Kind.DIGIT;
        }
        if (value < 0x80) {
            return switch (value) {
                case ' ', '\t' -> Kind.SPACE;
                case '\n', '\r' -> Kind.LINE_END;
                default -> Kind.SIGN;
            };
        }
        return value < 0xe0 ? Kind.TWO_BYTES : value < 0xf0 ? Kind.THREE_BYTES : Kind.FOUR_BYTES;
    }

    private int cost() {
        return switch (kind) {
            case LETTER -> first(capital ? 1 : SMALL_LETTERS);
            case DIGIT -> first(DIGITS);
            case SPACE -> run == 2 || run % SPACES == 0 ? 1 : 0; // a single one belongs to the word after it
            case LINE_END -> run == 1 ? 1 : 0;
            case SIGN, THREE_BYTES -> 1;
            case TWO_BYTES -> first(TWO_BYTE_LETTERS);
            case FOUR_BYTES -> FOUR_BYTE_TOKENS;
        };
    }

    /** Returns 1 for the first of each {@code size} in a run. */
    private int first(int size) {
        return (run - 1) % size == 0 ? 1 : 0;
    }

    /** Returns the tokens of what was added. */
    public long tokens() {
        return tokens;
    }
}
