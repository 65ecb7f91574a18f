package io.sallyport.credentials.key;

import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAPrivateKey;
import java.util.Base64;

/** Tokens that an app or account signs to show who it is (RFC 7519, RS256). No state. */
public final class SignedJwt {
    private static final int MIN_RSA_BITS = 2048;

    private SignedJwt() {}

    /**
     * Signs a token.
     *
     * @param claims a JSON object
     * @param pem an RSA key of at least 2048 bits, PKCS #1 or PKCS #8, without a passphrase
     */
    public static Parsed<String> sign(String claims, String pem) {
        return switch (PrivateKeyPem.read(pem)) {
            case Parsed.Accepted<PrivateKey>(RSAPrivateKey key) -> sign(claims, key);
            case Parsed.Accepted<PrivateKey> _ -> new Parsed.Rejected<>("no RSA key");
            case Parsed.Rejected<PrivateKey>(String why, int _) -> new Parsed.Rejected<>(why);
        };
    }

    private static Parsed<String> sign(String claims, RSAPrivateKey key) {
        try {
            return key.getModulus().bitLength() < MIN_RSA_BITS
                    ? new Parsed.Rejected<>("an RSA key of fewer than " + MIN_RSA_BITS + " bits")
                    : new Parsed.Accepted<>(token(claims, key));
        } catch (GeneralSecurityException _) {
            return new Parsed.Rejected<>("no RSA key that signs"); // a cause may quote
        }
    }

    private static String token(String claims, PrivateKey key) throws GeneralSecurityException {
        String signed = encoded("{\"alg\":\"RS256\",\"typ\":\"JWT\"}") + "." + encoded(claims);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key);
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.US_ASCII));
    }
}
