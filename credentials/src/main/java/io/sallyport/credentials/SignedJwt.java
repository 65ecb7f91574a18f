package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;

/** Tokens that an app or account signs to show who it is (RFC 7519, RS256). No state. */
final class SignedJwt {
    private static final int MIN_RSA_BITS = 2048;
    private static final Pattern PEM = Pattern.compile(
            "\\s*-----BEGIN (RSA )?PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END (RSA )?PRIVATE KEY-----\\s*");

    private SignedJwt() {}

    /**
     * Signs a token.
     *
     * @param claims a JSON object
     * @param pem an RSA key of at least 2048 bits, PKCS #1 or PKCS #8, without a passphrase
     */
    static Parsed<String> sign(String claims, String pem) {
        Matcher block = PEM.matcher(pem);
        if (!block.matches()) {
            return new Parsed.Rejected<>("no PEM of one private key");
        }
        byte[] der = {};
        try {
            der = Base64.getMimeDecoder().decode(block.group(2));
            PrivateKey key = key(der, block.group(1) != null);
            return ((RSAKey) key).getModulus().bitLength() < MIN_RSA_BITS
                    ? new Parsed.Rejected<>("an RSA key of fewer than " + MIN_RSA_BITS + " bits")
                    : new Parsed.Accepted<>(token(claims, key));
        } catch (GeneralSecurityException | IOException | IllegalArgumentException _) {
            return new Parsed.Rejected<>("no RSA key"); // a cause may quote
        } finally {
            Arrays.fill(der, (byte) 0);
        }
    }

    private static PrivateKey key(byte[] der, boolean isPkcs1) throws GeneralSecurityException, IOException {
        byte[] pkcs8 = der;
        if (isPkcs1) {
            var rsa = new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE);
            pkcs8 = new PrivateKeyInfo(rsa, ASN1Primitive.fromByteArray(der)).getEncoded();
        }
        try {
            return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } finally {
            Arrays.fill(pkcs8, (byte) 0);
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
