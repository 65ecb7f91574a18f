package io.sallyport.model.host;

import io.sallyport.model.text.Ascii;
import org.jspecify.annotations.Nullable;

/** IPv4 addresses in the only accepted form: four decimal numbers without leading zeros (RFC 3986 section 3.2.2). */
final class Ipv4 {
    private Ipv4() {}

    /** Returns the four bytes, or null. */
    static byte @Nullable [] parse(String text) {
        byte[] address = new byte[4];
        int from = 0;
        for (int part = 0; part < 4; part++) {
            int dot = text.indexOf('.', from);
            int to = part == 3 ? text.length() : dot;
            int number = to < 0 ? -1 : number(text, from, to);
            if (number < 0) {
                return null;
            }
            address[part] = (byte) number;
            from = to + 1;
        }
        return address;
    }

    private static int number(String text, int from, int to) {
        if (to - from < 1 || to - from > 3 || (to - from > 1 && text.charAt(from) == '0')) {
            return -1;
        }
        int number = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!Ascii.isDigit(c)) {
                return -1;
            }
            number = number * 10 + c - '0';
        }
        return number > 255 ? -1 : number;
    }
}
