package io.sallyport.regoengine.builtin.x509;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A PEM block (RFC 7468).
 *
 * @param type the text after BEGIN
 * @param base64 the content, which is well-formed
 * @param rest what follows the block's last line
 */
public record Pem(String type, String base64, String rest) {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final int BASE64_GROUP = 4;

    /** Returns the first block in {@code text}, or null if there is none. */
    public static @Nullable Pem first(String text) {
        int begin = text.indexOf(BEGIN);
        int typeEnd = begin < 0 ? -1 : text.indexOf(DASHES, begin + BEGIN.length());
        if (typeEnd < 0) {
            return null;
        }
        String type = text.substring(begin + BEGIN.length(), typeEnd);
        String last = END + type + DASHES;
        int end = text.indexOf(last, typeEnd);
        if (end < 0) {
            return null;
        }
        String base64 = body(text.substring(typeEnd + DASHES.length(), end));
        return isBase64(base64)
                ? new Pem(type, base64, text.substring(end + last.length()).stripLeading())
                : null;
    }

    /** Returns the blocks of {@code text}; other text between them is ignored. */
    static List<Pem> all(Fuel fuel, String text) {
        List<Pem> blocks = new ArrayList<>();
        for (Pem block = first(text); block != null; block = first(block.rest())) {
            fuel.makeText(2L * block.rest().length());
            blocks.add(block);
        }
        return blocks;
    }

    /** Decodes base64 like Go's strict decoder, which ignores line ends. */
    static byte[] decoded(String text) {
        String units = text.replace("\r", "").replace("\n", "");
        if (units.length() % BASE64_GROUP != 0) {
            throw new BuiltinError("illegal base64 data");
        }
        try {
            return Base64.getDecoder().decode(units);
        } catch (IllegalArgumentException e) {
            throw new BuiltinError("illegal base64 data");
        }
    }

    /** Returns {@code bytes} as text, if they may be PEM. */
    static String text(byte[] bytes) {
        return new String(bytes, ISO_8859_1);
    }

    public byte[] content() {
        return Base64.getMimeDecoder().decode(base64);
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getMimeDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Skips header lines, which end with an empty one. */
    private static String body(String lines) {
        int end = lines.contains(":") ? lines.replace("\r", "").indexOf("\n\n") : -1;
        return end < 0 ? lines : lines.replace("\r", "").substring(end);
    }
}
