package io.sallyport.fetch.forge;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Percent escapes for one segment of a path or one value of a query (RFC 3986 section 2.1). */
final class PercentEncoder {
    private PercentEncoder() {}

    /** All but the unreserved characters becomes a triplet, slashes too. */
    static String segment(String text) {
        StringBuilder out = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean isUnreserved =
                    c < 0x80 && (Character.isLetterOrDigit(c) || c == '-' || c == '.' || c == '_' || c == '~');
            if (isUnreserved) {
                out.append(c);
            } else {
                out.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
            }
        }
        return out.toString();
    }

    /** Each segment by itself; the slashes stay. */
    static String path(String text) {
        StringBuilder out = new StringBuilder();
        for (String segment : text.split("/", -1)) {
            out.append('/').append(segment(segment));
        }
        return out.substring(1);
    }
}
