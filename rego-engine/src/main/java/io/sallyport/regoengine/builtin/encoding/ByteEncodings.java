package io.sallyport.regoengine.builtin.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * Encodings of bytes as text: base64 and hex. Decoded bytes are read as UTF-8; invalid bytes become replacement
 * characters, as when OPA writes JSON.
 */
public final class ByteEncodings {
    public static final List<Builtin> ALL = List.of(
            encoding("base64.encode", bytes -> Base64.getEncoder().encodeToString(bytes)),
            encoding("base64url.encode", bytes -> Base64.getUrlEncoder().encodeToString(bytes)),
            encoding(
                    "base64url.encode_no_pad",
                    bytes -> Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)),
            encoding("hex.encode", bytes -> HexFormat.of().formatHex(bytes)),
            decoding("base64.decode", ByteEncodings::base64),
            decoding("base64url.decode", ByteEncodings::base64Url),
            decoding("hex.decode", ByteEncodings::hex),
            Builtin.unary("base64.is_valid", ByteEncodings::isBase64));

    private ByteEncodings() {}

    private static byte[] hex(String text) {
        text.codePoints()
                .filter(point -> !HexFormat.isHexDigit(point))
                .findFirst()
                .ifPresent(point -> {
                    throw new BuiltinError("invalid byte: U+%04X '%s'".formatted(point, Character.toString(point)));
                });
        return HexFormat.of().parseHex(text);
    }

    private static Builtin encoding(String name, Function<byte[], String> encode) {
        return Builtin.unary(name, (context, a) -> {
            String text = Operands.text(a, 1);
            context.fuel().makeText(6L * text.length());
            return RegoString.of(encode.apply(text.getBytes(UTF_8)));
        });
    }

    private static Builtin decoding(String name, Function<String, byte[]> decode) {
        return Builtin.unary(name, (context, a) -> {
            String text = Operands.text(a, 1);
            context.fuel().makeText(2L * text.length());
            try {
                return RegoString.of(text(decode.apply(text)));
            } catch (IllegalArgumentException e) {
                throw new BuiltinError(name + ": not readable: " + e.getMessage());
            }
        });
    }

    /** Returns the text of UTF-8 with one U+FFFD for each byte that is in no code point, as in Go. */
    private static String text(byte[] utf8) {
        var in = ByteBuffer.wrap(utf8);
        var out = CharBuffer.allocate(utf8.length);
        CharsetDecoder decoder = UTF_8.newDecoder();
        for (CoderResult result = decoder.decode(in, out, true);
                result.isMalformed();
                result = decoder.decode(in, out, true)) {
            out.put("\uFFFD".repeat(result.length()));
            in.position(in.position() + result.length());
        }
        return out.flip().toString();
    }

    /** Go ignores line ends within base64. */
    static byte[] base64(String text) {
        String plain = text.replace("\r", "").replace("\n", "");
        if (plain.length() % 4 != 0) {
            throw new IllegalArgumentException("illegal base64 length");
        }
        return Base64.getDecoder().decode(plain);
    }

    /** Padding may be omitted (RFC 7515 appendix C). */
    public static byte[] base64Url(String text) {
        String plain = text.replace("\r", "").replace("\n", "");
        if (plain.endsWith("=") && plain.length() % 4 != 0) {
            throw new IllegalArgumentException("illegal base64url length");
        }
        return Base64.getUrlDecoder().decode(plain);
    }

    private static RegoBoolean isBase64(BuiltinContext context, RegoValue a) {
        if (!(a instanceof RegoString string)) {
            return RegoBoolean.FALSE;
        }
        context.fuel().makeText(2L * string.text().length());
        try {
            base64(string.text());
            return RegoBoolean.TRUE;
        } catch (IllegalArgumentException e) {
            return RegoBoolean.FALSE;
        }
    }
}
