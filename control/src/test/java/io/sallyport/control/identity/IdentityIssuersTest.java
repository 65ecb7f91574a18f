package io.sallyport.control.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.identity.IdentityIssuers.Identified;
import io.sallyport.model.identity.IdentityClaims;
import io.sallyport.regoengine.builtin.jwt.JwsKey;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityIssuersTest {
    private static final long NOW = 1_800_000_000L;
    private static final KeyPair CI = pair();
    private static final KeyPair OTHER = pair();
    private static final String GOOD =
            "{\"iss\":\"https://ci.test\",\"aud\":\"sallyport\",\"exp\":1800000060,\"sub\":\"x\"}";

    private final IdentityIssuers issuers = new IdentityIssuers(
            List.of(
                    new IdentityIssuer("ci", "https://ci.test", "sallyport", keys(jwks("k1", CI))),
                    new IdentityIssuer("other", "https://other.test", "sallyport", keys(jwks("k2", OTHER)))),
            InstantSource.fixed(Instant.ofEpochSecond(NOW)));

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static List<JwsKey.Named> keys(String text) {
        return switch (JwsKey.parseSet(List.of("RS256"), text)) {
            case JwsKey.ParsedSet.Accepted(var keys) -> keys;
            case JwsKey.ParsedSet.Rejected(String why) -> throw new AssertionError(why);
        };
    }

    private static String jwks(String id, KeyPair pair) {
        var key = (RSAPublicKey) pair.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"%s\",\"n\":\"%s\",\"e\":\"%s\"}]}"
                .formatted(id, encoded(bytes(key.getModulus())), encoded(bytes(key.getPublicExponent())));
    }

    private static byte[] bytes(BigInteger number) {
        return number.toByteArray();
    }

    private static String pem(PublicKey key) {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----";
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String text(String header, String claims) {
        return encoded(header.getBytes(UTF_8)) + "." + encoded(claims.getBytes(UTF_8));
    }

    private static String signed(String header, String claims, PrivateKey key) throws GeneralSecurityException {
        Signature engine = Signature.getInstance("SHA256withRSA");
        engine.initSign(key);
        engine.update(text(header, claims).getBytes(US_ASCII));
        return text(header, claims) + "." + encoded(engine.sign());
    }

    private static String byCi(String claims) throws GeneralSecurityException {
        return signed("{\"alg\":\"RS256\",\"kid\":\"k1\"}", claims, CI.getPrivate());
    }

    private String refused(String token) {
        return switch (issuers.verify(token)) {
            case Identified.Rejected(String why) -> why;
            case Identified.Accepted accepted -> throw new AssertionError("it was accepted: " + accepted);
        };
    }

    @Test
    void keepsTheClaimsAndTheirEnd() throws Exception {
        assertThat(issuers.verify(byCi(GOOD)))
                .isEqualTo(new Identified.Accepted(new IdentityClaims(
                        "ci",
                        NOW + 60,
                        "{\"aud\":\"sallyport\",\"exp\":1800000060,\"iss\":\"https://ci.test\",\"sub\":\"x\"}")));
    }

    @Test
    void aTokenWithoutKeyIdIsTriedWithEachKey() throws Exception {
        assertThat(issuers.verify(signed("{\"alg\":\"RS256\"}", GOOD, CI.getPrivate())))
                .isInstanceOf(Identified.Accepted.class);
    }

    /** The classic confusions: no algorithm, the public key as a secret, another hash, another key's name. */
    @Test
    void theHeaderChoosesNothing() throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        for (byte[] secret :
                List.of(pem(CI.getPublic()).getBytes(UTF_8), CI.getPublic().getEncoded())) {
            mac.init(new SecretKeySpec(secret, "HMAC"));
            String text = text("{\"alg\":\"HS256\",\"kid\":\"k1\"}", GOOD);
            assertThat(refused(text + "." + encoded(mac.doFinal(text.getBytes(US_ASCII)))))
                    .contains("no key");
        }
        for (String none : List.of("none", "None", "NONE", "")) {
            assertThat(refused(text("{\"alg\":\"" + none + "\"}", GOOD) + ".")).contains("no key");
        }
        for (String header : List.of(
                "{\"alg\":\"RS512\",\"kid\":\"k1\"}",
                "{\"alg\":\"PS256\",\"kid\":\"k1\"}",
                "{\"alg\":\"RS256\",\"kid\":\"k2\"}",
                "{\"alg\":\"RS256\",\"kid\":\"../../k1\"}",
                "{\"alg\":\"RS256\",\"kid\":\"k1\",\"crit\":[\"exp\"],\"exp\":1}",
                "{\"kid\":\"k1\"}")) {
            assertThat(refused(signed(header, GOOD, CI.getPrivate())))
                    .as(header)
                    .contains("no key");
        }
    }

    @Test
    void aKeyInTheHeaderIsNotUsed() throws Exception {
        KeyPair own = pair();
        String jwk = jwks("k1", own).replaceFirst(".*\\[", "").replace("]}", "");
        String header = "{\"alg\":\"RS256\",\"kid\":\"k1\",\"jwk\":" + jwk + ",\"jku\":\"https://evil.test/k\"}";
        assertThat(refused(signed(header, GOOD, own.getPrivate()))).contains("no key");
    }

    @Test
    void oneIssuersKeySpeaksForNoOther() throws Exception {
        String token = signed("{\"alg\":\"RS256\",\"kid\":\"k2\"}", GOOD, OTHER.getPrivate());
        assertThat(refused(token)).contains("another issuer");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"exp\":1800000000                              | has ended",
                "\"exp\":1799999999.9                            | has ended",
                "\"exp\":\"1800000060\"                          | no end",
                "\"exp\":null                                    | no end",
                "\"exp\":1e99                                    | no end",
                "\"sub\":\"x\"                                   | no end",
                "\"exp\":1800000060,\"nbf\":1800000061           | not valid yet",
                "\"exp\":1800000060,\"nbf\":\"now\"              | not valid yet",
                "\"exp\":1800000060,\"exp\":1900000000           | distinct names",
                "\"exp\":1800000060,\"a\":{\"b\":1,\"b\":2}      | distinct names",
            })
    void timesAreExactAndNamesDistinct(String claims, String why) throws Exception {
        assertThat(refused(byCi("{\"iss\":\"https://ci.test\",\"aud\":\"sallyport\"," + claims + "}")))
                .contains(why);
    }

    @Test
    void anIssuersClockMayBeAMinuteAhead() throws Exception {
        assertThat(issuers.verify(byCi(GOOD.replace("\"sub\"", "\"nbf\":1800000060,\"sub\""))))
                .isInstanceOf(Identified.Accepted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"other\"", "[]", "[\"other\"]", "[[\"sallyport\"]]", "null", "{\"sallyport\":1}", "\"\""})
    void anotherAudienceIsRefused(String audience) throws Exception {
        assertThat(refused(byCi(GOOD.replace("\"sallyport\"", audience)))).contains("another audience");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"https://ci.test/\"", "\"HTTPS://CI.TEST\"", "null", "[\"https://ci.test\"]"})
    void anotherIssuerIsRefused(String issuer) throws Exception {
        assertThat(refused(byCi(GOOD.replace("\"https://ci.test\"", issuer)))).contains("another issuer");
    }

    @Test
    void claimsAreBounded() throws Exception {
        assertThat(refused(byCi(GOOD.replace("\"x\"", "\"" + "y".repeat(8_192) + "\""))))
                .contains("8192 bytes");
        assertThat(refused(byCi(GOOD.replace("\"x\"", "[".repeat(33) + "]".repeat(33)))))
                .contains("claims");
        assertThat(refused(byCi(GOOD.replace("\"x\"", "[" + "0,".repeat(600) + "0]"))))
                .contains("512 values");
        assertThat(refused(byCi("[1]"))).contains("claims");
        assertThat(refused("a".repeat(IdentityIssuers.MAX_TOKEN_CHARS + 1))).contains("16384");
    }

    @Test
    void twoTokensAndHalvesOfOneAreNone() throws Exception {
        String good = byCi(GOOD);
        for (String text :
                List.of("", ".", "..", good + good, good + " " + good, good + ".", " " + good, good + "\n")) {
            assertThat(refused(text)).contains("no key");
        }
    }

    @Test
    void aSecretOrAPrivateKeyIsNoKeyOfAnIssuer() {
        for (String text : List.of(
                "{\"keys\":[{\"kty\":\"oct\",\"k\":\"AAAA\"}]}",
                "{\"keys\":[]}",
                "a secret that is long enough for every hash there is, surely it is",
                "")) {
            assertThat(JwsKey.parseSet(List.of("RS256"), text)).isInstanceOf(JwsKey.ParsedSet.Rejected.class);
        }
        assertThat(JwsKey.parseSet(List.of("ES256"), pem(CI.getPublic())))
                .isInstanceOf(JwsKey.ParsedSet.Rejected.class);
        assertThat(JwsKey.parseSet(List.of("HS256"), pem(CI.getPublic())))
                .isInstanceOf(JwsKey.ParsedSet.Rejected.class);
        assertThat(keys(pem(CI.getPublic()))).hasSize(1);
    }
}
