package io.sallyport.proxy.intercept;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.DERSequence;
import org.jspecify.annotations.Nullable;

/**
 * The certificate authority of one sandbox: ECDSA P-256, path length 0, valid from an hour before it was made for five
 * years. It lives as long as its sandbox; equal only to itself. Its key leaves it by {@link #encoded} alone.
 *
 * <p>All its leaves share one key, made at the first, so that a new name costs one signature. Safe for concurrent use.
 * Making one and making leaves takes up to milliseconds: not on event loops.
 */
public final class SandboxCa {
    private static final int VERSION = 1;
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    private final SandboxId sandbox;
    private final X509Certificate certificate;
    private final PrivateKey key;
    private final SecureRandom random;
    private @Nullable KeyPair leafKeys; // guarded by this

    private SandboxCa(SandboxId sandbox, X509Certificate certificate, PrivateKey key, SecureRandom random) {
        this.sandbox = sandbox;
        this.certificate = certificate;
        this.key = key;
        this.random = random;
    }

    /** What {@link #restore} found. */
    public sealed interface Restored {
        record Ready(SandboxCa ca) implements Restored {}

        /** {@code why} holds nothing of the bytes. */
        record Unreadable(String why) implements Restored {}
    }

    /** A new CA with a new key. */
    public static SandboxCa create(SandboxId sandbox, SecureRandom random, InstantSource clock) {
        KeyPair keys = Certificates.newKeys(random);
        X509Certificate certificate = Certificates.ca(sandbox, keys, random, clock.instant());
        return new SandboxCa(sandbox, certificate, keys.getPrivate(), random);
    }

    /**
     * The CA that {@link #encoded} wrote for {@code sandbox}. That key and certificate belong together is for whoever
     * kept the bytes to prove (they are kept under authenticated encryption).
     */
    public static Restored restore(SandboxId sandbox, byte[] encoded, SecureRandom random) {
        try {
            ASN1Sequence form = ASN1Sequence.getInstance(encoded);
            if (form.size() != 4
                    || !ASN1Integer.getInstance(form.getObjectAt(0)).hasValue(VERSION)) {
                return new Restored.Unreadable("not of version " + VERSION);
            }
            if (!new String(octets(form, 1), StandardCharsets.UTF_8).equals(sandbox.text())) {
                return new Restored.Unreadable("the CA of another sandbox");
            }
            var certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(octets(form, 2)));
            PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(octets(form, 3)));
            return new Restored.Ready(new SandboxCa(sandbox, certificate, key, random));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            return new Restored.Unreadable("not a CA"); // the cause may quote the key
        }
    }

    /** Certificate and private key, for {@link #restore}; a secret. */
    public byte[] encoded() {
        try {
            return new DERSequence(new ASN1Encodable[] {
                        new ASN1Integer(VERSION),
                        new DEROctetString(sandbox.text().getBytes(StandardCharsets.UTF_8)),
                        new DEROctetString(certificate.getEncoded()),
                        new DEROctetString(key.getEncoded())
                    })
                    .getEncoded();
        } catch (IOException | CertificateEncodingException e) {
            throw new IllegalStateException("a CA of our own making cannot be encoded", e);
        }
    }

    public SandboxId sandbox() {
        return sandbox;
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** The certificate as clients take it (RFC 7468). */
    public String certificatePem() {
        try {
            return "-----BEGIN CERTIFICATE-----\n" + LINES.encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate of our own making cannot be encoded", e);
        }
    }

    boolean isValidAt(Instant now) {
        return !now.isBefore(certificate.getNotBefore().toInstant())
                && now.isBefore(certificate.getNotAfter().toInstant());
    }

    /** A new certificate for {@code name}: one signature. */
    LeafCertificate leaf(CanonicalHost name, Instant now) {
        KeyPair keys = leafKeys();
        X509Certificate leaf = Certificates.leaf(name, keys.getPublic(), certificate, key, random, now);
        String alias = name.text() + "#" + leaf.getSerialNumber().toString(16);
        return new LeafCertificate(alias, leaf, certificate, keys.getPrivate());
    }

    private synchronized KeyPair leafKeys() {
        KeyPair made = leafKeys;
        if (made == null) {
            made = Certificates.newKeys(random);
            leafKeys = made;
        }
        return made;
    }

    private static byte[] octets(ASN1Sequence form, int at) {
        return ASN1OctetString.getInstance(form.getObjectAt(at)).getOctets();
    }

    @Override
    public String toString() {
        return "SandboxCa[" + sandbox + " " + certificate.getSerialNumber().toString(16) + "]";
    }
}
