package io.sallyport.decision.guard;

import java.nio.charset.StandardCharsets;

/** Percent triplets (RFC 3986 section 2.1). */
final class PercentTriplets {
    private PercentTriplets() {}

    /** {@code text} with every byte as a triplet that is no letter, digit or one of {@code - . _ ~}. */
    static String encoded(String text) {
        StringBuilder out = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            int c = octet & 0xff;
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._~".indexOf(c) >= 0);
            if (plain) {
                out.append((char) c);
            } else {
                out.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                out.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return out.toString();
    }
}
