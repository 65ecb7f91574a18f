package io.sallyport.audit.segment;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The textual form of one key (RFC 7468, section 3). */
final class KeyPem {
    private static final int LINE_CHARS = 64;

    private KeyPem() {}

    static String encode(String label, byte[] der) {
        byte[] lineFeed = {'\n'};
        String text = new String(Base64.getMimeEncoder(LINE_CHARS, lineFeed).encode(der), StandardCharsets.US_ASCII);
        return begin(label) + "\n" + text + "\n" + end(label) + "\n";
    }

    /** @throws IllegalArgumentException if {@code text} does not have that form */
    static byte[] decode(String label, String text) {
        int begin = text.indexOf(begin(label));
        int end = text.indexOf(end(label));
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("no " + label + " in PEM");
        }
        String encoded = text.substring(begin + begin(label).length(), end);
        return Base64.getDecoder().decode(encoded.replaceAll("\\s", ""));
    }

    private static String begin(String label) {
        return "-----BEGIN " + label + "-----";
    }

    private static String end(String label) {
        return "-----END " + label + "-----";
    }
}
