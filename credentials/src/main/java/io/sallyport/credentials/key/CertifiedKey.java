package io.sallyport.credentials.key;

import io.sallyport.model.text.Parsed;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A certificate with its private key, as a client of TLS shows it. Immutable.
 *
 * @param chain the certificate of the key first, then those of its issuers, each signed by the next
 */
public record CertifiedKey(List<X509Certificate> chain, PrivateKey key) {
    /** The maximum number of certificates. */
    public static final int MAX_CERTIFICATES = 10;

    private static final byte[] PROBE = "does the key fit".getBytes(StandardCharsets.US_ASCII);

    public CertifiedKey {
        chain = List.copyOf(chain);
    }

    /**
     * Reads both, and checks that they belong together; not when they are valid.
     *
     * @param certificates in PEM, with nothing else
     * @param key in PEM, of RSA or an elliptic curve, without a passphrase
     */
    public static Parsed<CertifiedKey> read(String certificates, String key) {
        List<X509Certificate> chain = chain(certificates);
        if (chain.isEmpty() || chain.size() > MAX_CERTIFICATES) {
            return new Parsed.Rejected<>("the certificate: 1 to " + MAX_CERTIFICATES + " in PEM are needed, alone");
        }
        return switch (PrivateKeyPem.read(key)) {
            case Parsed.Rejected<PrivateKey>(String why, int _) -> new Parsed.Rejected<>("the key: " + why);
            case Parsed.Accepted<PrivateKey>(PrivateKey read) -> {
                String problem = problem(chain, read);
                yield problem == null
                        ? new Parsed.Accepted<>(new CertifiedKey(chain, read))
                        : new Parsed.Rejected<>(problem);
            }
        };
    }

    /** Returns from when on it is of no use: the earliest end of the chain. */
    public Instant end() {
        return chain.stream()
                .map(one -> one.getNotAfter().toInstant())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Returns from when on it is of use. */
    public Instant begin() {
        return chain.stream()
                .map(one -> one.getNotBefore().toInstant())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Empty where the text holds anything but certificates. */
    private static List<X509Certificate> chain(String pem) {
        try {
            List<X509Certificate> read = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            long blocks =
                    pem.lines().filter(line -> line.startsWith("-----BEGIN ")).count();
            return blocks == read.size() ? read : List.of();
        } catch (CertificateException _) {
            return List.of();
        }
    }

    private static @Nullable String problem(List<X509Certificate> chain, PrivateKey key) {
        for (int i = 0; i + 1 < chain.size(); i++) {
            if (!isSigned(chain.get(i), chain.get(i + 1).getPublicKey())) {
                return "the certificate: number " + (i + 1) + " of the chain is not signed by the next";
            }
        }
        return fits(chain.getFirst().getPublicKey(), key) ? null : "the key is not that of the certificate";
    }

    private static boolean isSigned(X509Certificate certificate, PublicKey by) {
        try {
            certificate.verify(by);
            return true;
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static boolean fits(PublicKey certified, PrivateKey key) {
        String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException _) {
            return false; // a key of another kind
        }
    }

    /** With the subject alone. */
    @Override
    public String toString() {
        return "CertifiedKey[" + chain.getFirst().getSubjectX500Principal() + "]";
    }
}
