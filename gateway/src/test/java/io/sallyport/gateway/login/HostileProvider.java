package io.sallyport.gateway.login;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** A provider whose every answer a test chooses. Without a choice it is an honest one. */
final class HostileProvider implements AutoCloseable {
    static final long NOW = 1_800_000_000L;
    static final String HEADER = "{\"alg\":\"RS256\",\"kid\":\"k1\"}";

    private static final KeyPair KEYS = pair();

    private final Map<String, Answer> chosen = new ConcurrentHashMap<>();
    private final AtomicInteger keyCalls = new AtomicInteger();
    private final Origin origin = Origin.plain(this::answer);
    private volatile Map<String, String> redeemed = Map.of();

    static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static RSAPublicKey publicKey() {
        return (RSAPublicKey) KEYS.getPublic();
    }

    private Answer answer(ReceivedRequest request) {
        if (request.path().equals("/keys")) {
            keyCalls.incrementAndGet();
        }
        if (request.path().equals("/token")) {
            redeemed = form(request.body().text());
        }
        return chosen.getOrDefault(request.path(), Answer.text(404, "nothing"));
    }

    private static Map<String, String> form(String text) {
        return Arrays.stream(text.split("&", -1))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], UTF_8)));
    }

    String issuer() {
        return "http://" + origin.hostPort();
    }

    /** Returns the form with which the last code was redeemed. */
    Map<String, String> redeemed() {
        return redeemed;
    }

    /** Returns how often the keys were asked for. */
    int keyCalls() {
        return keyCalls.get();
    }

    /** Answers every request for that path so. */
    HostileProvider with(String path, Answer answer) {
        chosen.put(path, answer);
        return this;
    }

    /** Publishes what an honest provider does, with {@code more} members in its document. */
    HostileProvider published(String more) {
        return with("/.well-known/openid-configuration", Answer.text(200, document(more)))
                .with("/keys", Answer.text(200, jwks("k1", publicKey())));
    }

    String document(String more) {
        String at = issuer();
        return "{\"issuer\":\"" + at + "\",\"authorization_endpoint\":\"" + at + "/auth\",\"token_endpoint\":\"" + at
                + "/token\",\"jwks_uri\":\"" + at + "/keys\"" + more + "}";
    }

    /** Redeems every code for this identity token. */
    HostileProvider redeeming(String token) {
        return with("/token", Answer.text(200, "{\"access_token\":\"a\",\"id_token\":\"" + token + "\"}"));
    }

    /** Returns the claims of a person of the group {@code sec} who logged in with that nonce. */
    String claims(String nonce) {
        return "{\"iss\":\"" + issuer() + "\",\"aud\":\"sallyport\",\"sub\":\"ann\",\"exp\":" + (NOW + 60)
                + ",\"nonce\":\"" + nonce + "\",\"groups\":[\"sec\"]}";
    }

    static String jwks(String id, RSAPublicKey key) {
        return "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"kid\":\"%s\",\"n\":\"%s\",\"e\":\"%s\"}]}"
                .formatted(
                        id,
                        encoded(key.getModulus().toByteArray()),
                        encoded(key.getPublicExponent().toByteArray()));
    }

    static String signed(String claims) {
        return signed(HEADER, claims, KEYS.getPrivate());
    }

    static String signed(String header, String claims, PrivateKey key) {
        try {
            Signature engine = Signature.getInstance("SHA256withRSA");
            engine.initSign(key);
            engine.update(unsigned(header, claims).getBytes(US_ASCII));
            return unsigned(header, claims) + "." + encoded(engine.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static String unsigned(String header, String claims) {
        return encoded(header.getBytes(UTF_8)) + "." + encoded(claims.getBytes(UTF_8));
    }

    static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() {
        origin.close();
    }
}
