package io.sallyport.regoengine.builtin.encoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.Builtin;
import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Operands;
import io.sallyport.regoengine.value.RegoBoolean;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Digests and message authentication codes in lower-case hex. */
public final class Hashes {
    public static final List<Builtin> ALL = List.of(
            digest("crypto.md5", "MD5"),
            digest("crypto.sha1", "SHA-1"),
            digest("crypto.sha256", "SHA-256"),
            mac("crypto.hmac.md5", "HmacMD5"),
            mac("crypto.hmac.sha1", "HmacSHA1"),
            mac("crypto.hmac.sha256", "HmacSHA256"),
            mac("crypto.hmac.sha512", "HmacSHA512"),
            Builtin.binary("crypto.hmac.equal", Hashes::same));

    private Hashes() {}

    private static Builtin digest(String name, String algorithm) {
        return Builtin.unary(name, (context, a) -> {
            byte[] text = paid(context, a, 1);
            try {
                return RegoString.of(HexFormat.of()
                        .formatHex(MessageDigest.getInstance(algorithm).digest(text)));
            } catch (NoSuchAlgorithmException e) {
                throw new BuiltinError(name + ": " + algorithm + " is not there");
            }
        });
    }

    private static Builtin mac(String name, String algorithm) {
        return Builtin.binary(name, (context, a, b) -> {
            byte[] text = paid(context, a, 1);
            byte[] key = paid(context, b, 2);
            try {
                Mac mac = Mac.getInstance(algorithm);
                mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, algorithm));
                return RegoString.of(HexFormat.of().formatHex(mac.doFinal(text)));
            } catch (NoSuchAlgorithmException | InvalidKeyException e) {
                throw new BuiltinError(name + ": " + algorithm + " cannot be had");
            }
        });
    }

    private static RegoBoolean same(BuiltinContext context, RegoValue a, RegoValue b) {
        return RegoBoolean.of(MessageDigest.isEqual(paid(context, a, 1), paid(context, b, 2)));
    }

    private static byte[] paid(BuiltinContext context, RegoValue operand, int position) {
        String text = Operands.text(operand, position);
        context.fuel().steps(100 + text.length());
        context.fuel().makeText(3L * text.length());
        return text.getBytes(UTF_8);
    }
}
