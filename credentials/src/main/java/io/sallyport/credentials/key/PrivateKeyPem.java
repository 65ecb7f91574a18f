package io.sallyport.credentials.key;

import io.sallyport.model.text.Parsed;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/**
 * Reads private keys in PEM (RFC 7468), without a passphrase: PKCS #8 (RFC 5958), and the older forms of RSA (PKCS #1,
 * RFC 8017) and of elliptic curves (RFC 5915). What is wrong with a key is told without quoting it. No state.
 */
final class PrivateKeyPem {
    private static final Pattern PARAMETERS =
            Pattern.compile("-----BEGIN EC PARAMETERS-----[A-Za-z0-9+/=\\s]+-----END EC PARAMETERS-----");
    private static final Pattern PEM = Pattern.compile(
            "\\s*-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----" + "([A-Za-z0-9+/=\\s]+)-----END \\1-----\\s*");

    private PrivateKeyPem() {}

    /** Reads a key of RSA or of an elliptic curve. */
    static Parsed<PrivateKey> read(String pem) {
        Matcher block = PEM.matcher(PARAMETERS.matcher(pem).replaceFirst(""));
        if (!block.matches()) {
            return new Parsed.Rejected<>("no PEM of one private key");
        }
        byte[] der = {};
        byte[] pkcs8 = {};
        try {
            der = Base64.getMimeDecoder().decode(block.group(2));
            PrivateKeyInfo key = key(block.group(1), der);
            pkcs8 = key.getEncoded();
            ASN1ObjectIdentifier algorithm = key.getPrivateKeyAlgorithm().getAlgorithm();
            boolean isRsa = algorithm.equals(PKCSObjectIdentifiers.rsaEncryption);
            if (!isRsa && !algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
                return new Parsed.Rejected<>("neither a key of RSA nor of an elliptic curve");
            }
            return new Parsed.Accepted<>(
                    KeyFactory.getInstance(isRsa ? "RSA" : "EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8)));
        } catch (GeneralSecurityException | IOException | IllegalArgumentException | IllegalStateException _) {
            return new Parsed.Rejected<>("no private key that can be read"); // a cause may quote
        } finally {
            Arrays.fill(der, (byte) 0);
            Arrays.fill(pkcs8, (byte) 0);
        }
    }

    private static PrivateKeyInfo key(String label, byte[] der) throws IOException {
        ASN1Primitive read = ASN1Primitive.fromByteArray(der);
        return switch (label) {
            case "RSA PRIVATE KEY" ->
                new PrivateKeyInfo(
                        new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE), read);
            case "EC PRIVATE KEY" -> {
                ASN1Encodable curve = ECPrivateKey.getInstance(read).getParametersObject();
                yield new PrivateKeyInfo(new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, curve), read);
            }
            default -> PrivateKeyInfo.getInstance(read);
        };
    }
}
