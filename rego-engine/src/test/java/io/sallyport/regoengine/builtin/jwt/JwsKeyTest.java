package io.sallyport.regoengine.builtin.jwt;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JwsKeyTest {
    private static final String SECRET = "a secret of more than sixty-four bytes, which is what HS512 requires";

    private static KeyPair pair(String kind, int bits) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
        generator.initialize(bits);
        return generator.generateKeyPair();
    }

    private static String pem(PublicKey key) {
        return pem("PUBLIC KEY", key.getEncoded());
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + type
                + "-----";
    }

    private static String signed(String header) {
        return encoded(header.getBytes(UTF_8)) + "." + encoded("{\"a\": 1}".getBytes(UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String hmac(String header, String secret) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HMAC"));
        return signed(header) + "." + encoded(mac.doFinal(signed(header).getBytes(US_ASCII)));
    }

    private static String signature(String header, String jcaName, KeyPair pair) throws Exception {
        Signature engine = Signature.getInstance(jcaName);
        engine.initSign(pair.getPrivate());
        engine.update(signed(header).getBytes(US_ASCII));
        return signed(header) + "." + encoded(engine.sign());
    }

    private static JwsKey key(String algorithm, String text) {
        JwsKey.Parsed parsed = JwsKey.parse(algorithm, text);
        assertThat(parsed).as(parsed.toString()).isInstanceOf(JwsKey.Parsed.Accepted.class);
        return ((JwsKey.Parsed.Accepted) parsed).key();
    }

    private static void refuses(String algorithm, String text, String why) {
        assertThat(JwsKey.parse(algorithm, text)).isEqualTo(new JwsKey.Parsed.Rejected(why));
    }

    private static void isUnsigned(JwsKey key, String token) {
        assertThat(key.verify(token)).isInstanceOf(JwsKey.Verified.Unsigned.class);
    }

    @Test
    void verifiesWhatTheKeySignedAndNamesTheKey() throws Exception {
        KeyPair pair = pair("EC", 256);
        String token = signature("{\"alg\": \"ES256\", \"kid\": \"k\"}", "SHA256withECDSAinP1363Format", pair);
        assertThat(key("ES256", pem(pair.getPublic())).verify(token))
                .isInstanceOfSatisfying(JwsKey.Verified.Signed.class, found -> {
                    assertThat(found.keyId()).isEqualTo("k");
                    assertThat(found.payload()).isEqualTo("{\"a\": 1}");
                });
        isUnsigned(key("ES256", pem(pair("EC", 256).getPublic())), token);
    }

    /** The classic confusion: the public key is known to everyone, so it must not be a secret. */
    @Test
    void aPublicKeyIsNeverASecret() throws Exception {
        KeyPair pair = pair("RSA", 2048);
        String pem = pem(pair.getPublic());
        isUnsigned(key("RS256", pem), hmac("{\"alg\": \"HS256\"}", pem));
        isUnsigned(key("RS256", pem), hmac("{\"alg\": \"RS256\"}", pem));
        refuses("HS256", pem, "PEM is not a secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"alg\": \"none\"}",
                "{\"alg\": \"None\"}",
                "{\"alg\": \"HS512\"}",
                "{\"alg\": \"hs256\"}",
                "{\"alg\": [\"HS256\"]}",
                "{\"alg\": \"HS256\", \"crit\": [\"exp\"], \"exp\": 1}",
                "{\"alg\": \"HS256\", \"crit\": []}",
                "{\"alg\": \"HS256\", \"enc\": \"A128GCM\"}",
                "{}",
                "[]",
                ""
            })
    void theHeaderNamesTheKeysAlgorithmAndNothingCritical(String header) throws Exception {
        isUnsigned(key("HS256", SECRET), hmac(header, SECRET));
    }

    @Test
    void aChangedOrEmptySignatureIsNone() throws Exception {
        JwsKey key = key("HS256", SECRET);
        String token = hmac("{\"alg\": \"HS256\"}", SECRET);
        assertThat(key.verify(token)).isInstanceOf(JwsKey.Verified.Signed.class);
        isUnsigned(key, token.substring(0, token.length() - 2));
        isUnsigned(key, token.substring(0, token.lastIndexOf('.') + 1));
        isUnsigned(key, token.substring(0, token.lastIndexOf('.')));
        isUnsigned(key, token + ".");
        isUnsigned(key, token.replace(".", ".e30."));
        isUnsigned(key, "");
    }

    /** CVE-2022-21449: zeros as r and s. */
    @Test
    void zerosAreNoEllipticSignature() throws Exception {
        JwsKey key = key("ES256", pem(pair("EC", 256).getPublic()));
        isUnsigned(key, signed("{\"alg\": \"ES256\"}") + "." + encoded(new byte[64]));
    }

    @ParameterizedTest
    @CsvSource({"ES256, 384, secp256r1", "ES384, 256, secp384r1", "ES512, 256, secp521r1"})
    void theCurveIsTheAlgorithms(String algorithm, int bits, String curve) throws Exception {
        refuses(algorithm, pem(pair("EC", bits).getPublic()), "the key is not a point on " + curve);
    }

    @Test
    void weakKeysAreRefused() throws Exception {
        refuses("RS256", pem(pair("RSA", 1024).getPublic()), "the RSA key has fewer than 2048 bits");
        refuses("HS512", SECRET.substring(0, 63), "the secret is shorter than 64 bytes");
        refuses("HS256", "", "the secret is shorter than 32 bytes");
    }

    @Test
    void aPointOutsideTheCurveIsRefused() throws Exception {
        byte[] der = pair("EC", 256).getPublic().getEncoded();
        der[der.length - 1] ^= 1;
        assertThat(JwsKey.parse("ES256", pem("PUBLIC KEY", der))).isInstanceOf(JwsKey.Parsed.Rejected.class);
    }

    @Test
    void keysOfAnotherKindAreRefused() throws Exception {
        KeyPair rsa = pair("RSA", 2048);
        refuses("ES256", pem(rsa.getPublic()), "the key is of another kind");
        refuses("PS256", pem(pair("EC", 256).getPublic()), "the key is of another kind");
        refuses("RS256", SECRET, "the text is not PEM of one public key or certificate");
        refuses(
                "RS256",
                pem("PRIVATE KEY", rsa.getPrivate().getEncoded()),
                "the text is not PEM of one public key or certificate");
        refuses(
                "RS256",
                pem(rsa.getPublic()) + "\n" + pem(rsa.getPublic()),
                "the text is not PEM of one public key or certificate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "", "EdDSA", "rs256", "RS1", "ES256K"})
    void otherAlgorithmsAreUnknown(String algorithm) {
        refuses(algorithm, SECRET, "the algorithm is unknown");
    }
}
