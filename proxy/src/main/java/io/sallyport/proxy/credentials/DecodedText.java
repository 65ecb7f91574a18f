package io.sallyport.proxy.credentials;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a text says below its encodings, for finding what it names; nothing is sent on in this form. */
final class DecodedText {
    /** How often percent escapes are undone; what is nested deeper names nothing. */
    private static final int MAX_LAYERS = 4;

    private DecodedText() {}

    /** Percent escapes undone, those in escapes too; of Basic credentials, the pair. */
    static String of(String text) {
        String plain = PlaceholderMarker.isBasic(text) ? basic(text.substring("Basic ".length())) : text;
        for (int layer = 0; layer < MAX_LAYERS && plain.indexOf('%') >= 0; layer++) {
            plain = PercentCoding.decode(plain);
        }
        return plain;
    }

    private static String basic(String encoded) {
        String digits =
                encoded.replaceAll("[^A-Za-z0-9+/_-]", "").replace('-', '+').replace('_', '/');
        int whole = digits.length() - (digits.length() % 4 == 1 ? 1 : 0);
        return new String(Base64.getDecoder().decode(digits.substring(0, whole)), StandardCharsets.ISO_8859_1);
    }
}
