package io.sallyport.proxy.credentials;

import io.sallyport.findings.PercentEscapes;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Percent encoding of one segment or value of a URL (RFC 3986, section 2.1), a byte a char. */
final class PercentCoding {
    private static final String UNRESERVED = "-._~";

    private PercentCoding() {}

    /** One layer undone; what is no escape stays. */
    static String decode(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return new String(PercentEscapes.decoded(bytes, 0, bytes.length), StandardCharsets.ISO_8859_1);
    }

    /** Whatever could mean anything is encoded. */
    static String encode(String bytes) {
        var out = new StringBuilder(bytes.length());
        for (byte b : bytes.getBytes(StandardCharsets.ISO_8859_1)) {
            char c = (char) (b & 0xff);
            if (isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0) {
                out.append(c);
            } else {
                out.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            }
        }
        return out.toString();
    }

    private static boolean isLetterOrDigit(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
}
