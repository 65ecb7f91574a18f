package io.sallyport.proxy.listener;

import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * By which name this gateway stands in {@code Via} (RFC 9110 section 7.6.3). Each gateway has one of its own, so that
 * only a request that comes back to it is a loop, and not one that passes two of them. Immutable.
 *
 * @param text a token
 */
public record ViaName(String text) {
    private static final int RANDOM_BYTES = 4;

    /** A name that no other gateway has. */
    public static ViaName random(SecureRandom random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return new ViaName("sallyport-" + HexFormat.of().formatHex(bytes));
    }

    /**
     * Returns the value of {@code Via} behind whoever was before us in these fields (RFC 9110 section 7.6.3).
     *
     * @param receivedIn the version of HTTP in which they came: 1.0, 1.1 or 2
     */
    public String after(HeaderFields fields, String receivedIn) {
        String here = receivedIn + ' ' + text;
        var before = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            if (fields.name(i).equalsIgnoreCase("Via")) {
                before.append(fields.value(i)).append(", ");
            }
        }
        return before.isEmpty() ? here : before.append(here).toString();
    }

    /** Whether a message with these fields has passed this gateway before. */
    public boolean isIn(HeaderFields fields) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.name(i).equalsIgnoreCase("Via") && isAmong(fields.value(i))) {
                return true;
            }
        }
        return false;
    }

    private boolean isAmong(String via) {
        for (String hop : via.split(",", -1)) {
            String[] words = hop.strip().split("\\s+", -1);
            if (words.length > 1 && words[1].equalsIgnoreCase(text)) {
                return true;
            }
        }
        return false;
    }
}
