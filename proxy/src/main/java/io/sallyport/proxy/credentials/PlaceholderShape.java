package io.sallyport.proxy.credentials;

import io.sallyport.model.text.Parsed;
import java.math.BigInteger;

/**
 * The shape of the placeholders of one credential, for tools that look at a token before they send it.
 *
 * @param before what each begins with, such as {@code ghp_}
 * @param length of each, in characters
 */
public record PlaceholderShape(String before, int length) {
    /** The fewest random characters, which have 71 bits. */
    private static final int LEAST_RANDOM = 12;

    private static final int MOST_BEFORE = 32;
    private static final int MOST_RANDOM = 40;
    private static final int LEAST_LENGTH = PlaceholderMarker.LENGTH + LEAST_RANDOM;

    /** No shape but ours. */
    public static final PlaceholderShape PLAIN = new PlaceholderShape("", LEAST_LENGTH + 8);

    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /** Checks the ranges. */
    public static Parsed<PlaceholderShape> of(String before, int length) {
        int least = before.length() + LEAST_LENGTH;
        if (before.length() > MOST_BEFORE || !before.matches("[A-Za-z0-9._-]*")) {
            return new Parsed.Rejected<>(
                    "a placeholder begins with at most " + MOST_BEFORE + " letters, digits and ._-");
        }
        return length < least || length > least - LEAST_RANDOM + MOST_RANDOM
                ? new Parsed.Rejected<>("a placeholder that begins so has " + least + " to "
                        + (least - LEAST_RANDOM + MOST_RANDOM) + " characters")
                : new Parsed.Accepted<>(new PlaceholderShape(before, length));
    }

    /** The key of the placeholder that those random bytes make: the marker, and digits of base 62. */
    public String key(byte[] random) {
        var digits = new StringBuilder(Placeholder.OWN);
        BigInteger rest = new BigInteger(1, random);
        for (int i = before.length() + PlaceholderMarker.LENGTH; i < length; i++) {
            BigInteger[] next = rest.divideAndRemainder(BigInteger.valueOf(DIGITS.length()));
            digits.append(DIGITS.charAt(next[1].intValue()));
            rest = next[0];
        }
        return digits.toString();
    }
}
