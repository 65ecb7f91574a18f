package io.sallyport.findings;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** A value as it stands within Base64 (RFC 4648, section 4) of more than itself. */
public final class Base64Places {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    private Base64Places() {}

    /**
     * Returns the characters that {@code value} decides alone, where none, one and two bytes of a group precede it.
     *
     * @param value at least one byte
     */
    public static List<String> of(byte[] value) {
        return IntStream.range(0, RadixEncoding.BASE64.groupBytes())
                .mapToObj(lead -> new EncodingStep(RadixEncoding.BASE64, lead).around(value, DIGITS))
                .map(text -> new String(text, StandardCharsets.US_ASCII))
                .toList();
    }
}
