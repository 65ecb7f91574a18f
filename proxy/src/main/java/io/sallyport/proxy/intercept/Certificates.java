package io.sallyport.proxy.intercept;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** The form of the certificates that are signed here (RFC 5280): ECDSA P-256 with SHA-256. */
final class Certificates {
    /** Clocks of sandboxes differ: what is made now was valid an hour ago. */
    static final Duration BACKDATED = Duration.ofHours(1);

    /** Longer than any sandbox is kept; the CA is trusted in that sandbox alone and dies with it. */
    static final Duration CA_VALID = Duration.ofDays(5 * 365);

    static final Duration LEAF_VALID = Duration.ofHours(24);

    private static final int SERIAL_BITS = 128;
    private static final int MAX_COMMON_NAME = 64; // bytes; ub-common-name of RFC 5280, appendix A.1
    private static final String ORGANIZATION = "Sallyport sandbox CA";

    private Certificates() {}

    /** A self-signed CA that may sign leaves and no other CA. */
    static X509Certificate ca(SandboxId sandbox, KeyPair keys, SecureRandom random, Instant now) {
        BigInteger serial = serial(random);
        // the serial number of the subject keeps two CAs of a re-created id apart for clients that look issuers up by
        // name
        X500Name name = new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.O, ORGANIZATION)
                .addRDN(BCStyle.CN, sandbox.text())
                .addRDN(BCStyle.SERIALNUMBER, serial.toString(16))
                .build();
        var builder = new JcaX509v3CertificateBuilder(
                name, serial, Date.from(now.minus(BACKDATED)), Date.from(now.plus(CA_VALID)), name, keys.getPublic());
        try {
            var identifiers = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(keys.getPublic()));
            return sign(builder, keys.getPrivate(), random);
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("a CA could not be made", e);
        }
    }

    /** A server's certificate for {@code name}; never outlives its issuer. */
    static X509Certificate leaf(
            CanonicalHost name,
            PublicKey subject,
            X509Certificate issuer,
            PrivateKey issuerKey,
            SecureRandom random,
            Instant now) {
        boolean fits = name.text().getBytes(StandardCharsets.US_ASCII).length <= MAX_COMMON_NAME;
        var builder = new JcaX509v3CertificateBuilder(
                X500Name.getInstance(issuer.getSubjectX500Principal().getEncoded()),
                serial(random),
                Date.from(later(now.minus(BACKDATED), issuer.getNotBefore().toInstant())),
                Date.from(earlier(now.plus(LEAF_VALID), issuer.getNotAfter().toInstant())),
                subject(name, fits),
                subject);
        try {
            var identifiers = new JcaX509ExtensionUtils();
            // critical where the subject is empty: RFC 5280, section 4.2.1.6
            builder.addExtension(Extension.subjectAlternativeName, !fits, new GeneralNames(alternative(name)));
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    identifiers.createAuthorityKeyIdentifier(issuer.getPublicKey()));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(subject));
            return sign(builder, issuerKey, random);
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("a leaf could not be made", e);
        }
    }

    static KeyPair newKeys(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has P-256", e);
        }
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key, SecureRandom random)
            throws GeneralSecurityException, OperatorCreationException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA")
                        .setSecureRandom(random)
                        .build(key)));
    }

    private static X500Name subject(CanonicalHost name, boolean fits) {
        X500NameBuilder builder = new X500NameBuilder(BCStyle.INSTANCE);
        return fits ? builder.addRDN(BCStyle.CN, name.text()).build() : builder.build();
    }

    private static GeneralName alternative(CanonicalHost name) {
        byte[] address = name.address();
        return address == null
                ? new GeneralName(GeneralName.dNSName, name.text())
                : new GeneralName(GeneralName.iPAddress, new DEROctetString(address));
    }

    /** Positive and never zero: RFC 5280, section 4.1.2.2. */
    private static BigInteger serial(SecureRandom random) {
        return new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
