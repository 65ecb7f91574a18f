package io.sallyport.regoengine.builtin.jwt;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.encoding.ByteEncodings;
import io.sallyport.regoengine.builtin.json.JsonTexts;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.KeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPrivateKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Parses keys in JSON (RFC 7517, RFC 7518 section 6, RFC 8037). */
final class Jwks {
    /** The prefix of the 32 bytes of an Ed25519 key in DER (RFC 8410 sections 4 and 7). */
    private static final String ED25519_PUBLIC = "302a300506032b6570032100";

    private static final String ED25519_PRIVATE = "302e020100300506032b657004220420";
    private static final int ED25519_BYTES = 32;
    private static final String UNREADABLE = "failed to parse a JWK key (set)";

    private Jwks() {}

    /** Returns the keys of one key or a set; omits keys for unknown algorithms. */
    static List<JwtKey> parse(Fuel fuel, String json) {
        if (!(JsonTexts.read(fuel, json) instanceof RegoObject object)) {
            throw new BuiltinError(UNREADABLE);
        }
        List<JwtKey> keys = new ArrayList<>();
        for (RegoObject each : objects(object)) {
            String algorithm = text(each, "alg");
            JwtKey key = new JwtKey(algorithm, text(each, "kid"), key(each));
            if (algorithm.isEmpty() || JwtAlgorithm.named(algorithm) != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    private static List<RegoObject> objects(RegoObject object) {
        RegoValue keys = object.get("keys");
        if (keys == null) {
            return List.of(object);
        }
        List<RegoObject> objects = new ArrayList<>();
        RegoArray array = keys instanceof RegoArray found ? found : RegoArray.EMPTY;
        for (int i = 0; i < array.size(); i++) {
            if (!(array.get(i) instanceof RegoObject each)) {
                throw new BuiltinError(UNREADABLE);
            }
            objects.add(each);
        }
        return objects;
    }

    private static Key key(RegoObject jwk) {
        try {
            return switch (text(jwk, "kty")) {
                case "RSA" -> rsa(jwk);
                case "EC" -> elliptic(jwk);
                case "OKP" -> edwards(jwk);
                case "oct" -> secret(bytes(jwk, "k"));
                default -> throw new BuiltinError(UNREADABLE + ": kty");
            };
        } catch (GeneralSecurityException e) {
            throw JwtKey.unreadable(e);
        }
    }

    private static Key secret(byte[] bytes) {
        return new SecretKeySpec(bytes.length == 0 ? new byte[1] : bytes, "HMAC");
    }

    private static Key rsa(RegoObject jwk) throws GeneralSecurityException {
        BigInteger modulus = number(jwk, "n");
        KeyFactory factory = KeyFactory.getInstance("RSA");
        if (jwk.get("d") == null) {
            return factory.generatePublic(new RSAPublicKeySpec(modulus, number(jwk, "e")));
        }
        KeySpec whole = jwk.get("dp") == null
                ? new RSAPrivateKeySpec(modulus, number(jwk, "d"))
                : new RSAPrivateCrtKeySpec(
                        modulus,
                        number(jwk, "e"),
                        number(jwk, "d"),
                        number(jwk, "p"),
                        number(jwk, "q"),
                        number(jwk, "dp"),
                        number(jwk, "dq"),
                        number(jwk, "qi"));
        return factory.generatePrivate(whole);
    }

    private static Key elliptic(RegoObject jwk) throws GeneralSecurityException {
        ECParameterSpec parameters = curve(
                switch (text(jwk, "crv")) {
                    case "P-256" -> "secp256r1";
                    case "P-384" -> "secp384r1";
                    case "P-521" -> "secp521r1";
                    default -> throw new BuiltinError(UNREADABLE + ": crv");
                });
        ECPoint point = new ECPoint(number(jwk, "x"), number(jwk, "y"));
        KeyFactory factory = KeyFactory.getInstance("EC");
        return jwk.get("d") == null
                ? factory.generatePublic(new ECPublicKeySpec(point, parameters))
                : factory.generatePrivate(new ECPrivateKeySpec(number(jwk, "d"), parameters));
    }

    /** Returns the curve of that name (SEC 2). */
    static ECParameterSpec curve(String name) throws GeneralSecurityException {
        AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
        curve.init(new ECGenParameterSpec(name));
        return curve.getParameterSpec(ECParameterSpec.class);
    }

    private static Key edwards(RegoObject jwk) throws GeneralSecurityException {
        if (!text(jwk, "crv").equals("Ed25519")) {
            throw new BuiltinError(UNREADABLE + ": crv");
        }
        byte[] open = wrapped(ED25519_PUBLIC, bytes(jwk, "x"));
        KeyFactory factory = KeyFactory.getInstance("Ed25519");
        return jwk.get("d") == null
                ? factory.generatePublic(new X509EncodedKeySpec(open))
                : factory.generatePrivate(new PKCS8EncodedKeySpec(wrapped(ED25519_PRIVATE, bytes(jwk, "d"))));
    }

    private static byte[] wrapped(String prefix, byte[] key) {
        if (key.length != ED25519_BYTES) {
            throw new BuiltinError(UNREADABLE + ": an Ed25519 key of " + key.length + " bytes");
        }
        return HexFormat.of().parseHex(prefix + HexFormat.of().formatHex(key));
    }

    private static BigInteger number(RegoObject jwk, String name) {
        return new BigInteger(1, bytes(jwk, name));
    }

    private static byte[] bytes(RegoObject jwk, String name) {
        try {
            if (jwk.get(name) instanceof RegoString string) {
                return ByteEncodings.base64Url(string.text());
            }
        } catch (IllegalArgumentException _) {
            throw new BuiltinError(UNREADABLE + ": " + name);
        }
        throw new BuiltinError(UNREADABLE + ": " + name);
    }

    private static String text(RegoObject jwk, String name) {
        @Nullable RegoValue value = jwk.get(name);
        return value instanceof RegoString string ? string.text() : "";
    }
}
