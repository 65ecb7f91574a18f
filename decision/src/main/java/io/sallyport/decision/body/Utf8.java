package io.sallyport.decision.body;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.model.text.Parsed;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Decodes UTF-8 (RFC 3629) strictly. */
public final class Utf8 {
    private Utf8() {}

    /** Returns the text of {@code bytes}. */
    public static Parsed<String> decode(byte[] bytes) {
        try {
            return new Parsed.Accepted<>(
                    UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            return new Parsed.Rejected<>("not UTF-8");
        }
    }
}
