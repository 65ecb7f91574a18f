package io.sallyport.findings;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A value as it stands in a host name, which has no capitals: plain, and in Base64 at each of three places. */
final class LowerCaseText {
    private static final String DIGITS = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789-_";

    private LowerCaseText() {}

    static Stream<byte[]> forms(byte[] value) {
        Stream<byte[]> encoded = IntStream.range(0, RadixEncoding.BASE64.groupBytes())
                .mapToObj(lead -> new EncodingStep(RadixEncoding.BASE64, lead).around(value, DIGITS));
        return Stream.concat(Stream.of(of(value)), encoded);
    }

    /** Returns the text without capitals. */
    static byte[] of(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1)
                .toLowerCase(Locale.ROOT)
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
