package io.sallyport.testkit;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.asn1.DERUTF8String;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A certificate authority for local origins: ECDSA P-256, path length 1. Immutable, except for random serial numbers.
 */
public final class TestCa {
    /** Allows for clock differences: a certificate valid now was already valid an hour ago. */
    private static final Duration BACKDATED = Duration.ofHours(1);

    private static final Duration VALID = Duration.ofDays(2);
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X509Certificate certificate;
    private final PrivateKey key;
    private final InstantSource clock;

    private TestCa(X509Certificate certificate, PrivateKey key, InstantSource clock) {
        this.certificate = certificate;
        this.key = key;
        this.clock = clock;
    }

    /** Creates a CA; {@code clock} dates it and its leaves, so real clients need the real clock. */
    public static TestCa create(String commonName, InstantSource clock) {
        return create(commonName, clock, null, null);
    }

    /** Returns a subordinate CA that may only sign for names in {@code domain} (RFC 5280 section 4.2.1.10). */
    public TestCa constrainedTo(String domain) {
        return create(
                "only " + domain,
                clock,
                new Issuer(certificate, key),
                new NameConstraints(
                        new GeneralSubtree[] {new GeneralSubtree(new GeneralName(GeneralName.dNSName, domain))}, null));
    }

    private static TestCa create(
            String commonName, InstantSource clock, @Nullable Issuer by, @Nullable NameConstraints constraints) {
        X500Name name = new X500Name("CN=" + commonName);
        KeyPair keys = newKeys();
        Instant now = clock.instant();
        X509v3CertificateBuilder builder =
                builder(by == null ? name : by.name(), name, keys, now.minus(BACKDATED), now.plus(VALID));
        try {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(by == null ? 1 : 0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            if (constraints != null) {
                builder.addExtension(Extension.nameConstraints, true, constraints);
            }
        } catch (CertIOException e) {
            throw new IllegalStateException("a CA certificate could not be made", e);
        }
        PrivateKey signing = by == null ? keys.getPrivate() : by.key();
        return new TestCa(sign(builder, signing), keys.getPrivate(), clock);
    }

    public X509Certificate certificate() {
        return certificate;
    }

    /** Returns the CA's certificate in PEM. */
    public String pem() {
        return PemText.of(certificate);
    }

    /** Returns a server certificate for {@code names}: DNS names, or addresses, which become IP address SANs. */
    public Leaf leaf(String... names) {
        Instant now = clock.instant();
        return leaf(now.minus(BACKDATED), now.plus(VALID), List.of(names));
    }

    /** Returns a server certificate that is valid only from {@code from} to {@code to}. */
    public Leaf leaf(Instant from, Instant to, List<String> names) {
        return mint(
                new Issuer(certificate, key), KeyPurposeId.id_kp_serverAuth, from, to, "sallyport test origin", names);
    }

    /** Returns a certificate without alternative names; only its common name identifies the server. */
    public Leaf commonNameOnly(String commonName) {
        Instant now = clock.instant();
        return mint(
                new Issuer(certificate, key),
                KeyPurposeId.id_kp_serverAuth,
                now.minus(BACKDATED),
                now.plus(VALID),
                commonName,
                List.of());
    }

    /** Returns a client certificate for {@code names}: DNS names, or URIs of a scheme {@code sallyport}. */
    public Leaf clientLeaf(String... names) {
        Instant now = clock.instant();
        return mint(
                new Issuer(certificate, key),
                KeyPurposeId.id_kp_clientAuth,
                now.minus(BACKDATED),
                now.plus(VALID),
                "sb-1",
                List.of(names));
    }

    /** Returns a certificate issued by a leaf of this CA, which is not itself a CA. */
    public Leaf leafOfLeaf(String... names) {
        Leaf between = leaf("intermediate.test");
        Instant now = clock.instant();
        return mint(
                new Issuer(between.certificate(), between.key()),
                KeyPurposeId.id_kp_serverAuth,
                now.minus(BACKDATED),
                now.plus(VALID),
                "sallyport test origin",
                List.of(names));
    }

    /** Returns a self-signed server certificate. */
    public static Leaf selfSigned(InstantSource clock, String... names) {
        Instant now = clock.instant();
        return mint(
                null,
                KeyPurposeId.id_kp_serverAuth,
                now.minus(BACKDATED),
                now.plus(VALID),
                "sallyport test origin",
                List.of(names));
    }

    private record Issuer(X509Certificate certificate, PrivateKey key) {
        X500Name name() {
            return new X500Name(certificate.getSubjectX500Principal().getName());
        }
    }

    private static Leaf mint(
            @Nullable Issuer by,
            KeyPurposeId purpose,
            Instant from,
            Instant to,
            String commonName,
            List<String> names) {
        KeyPair keys = newKeys();
        X500Name subject = new X500NameBuilder()
                .addRDN(BCStyle.CN, new DERUTF8String(commonName))
                .build();
        X509v3CertificateBuilder builder = builder(by == null ? subject : by.name(), subject, keys, from, to);
        try {
            JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
            if (!names.isEmpty()) {
                builder.addExtension(Extension.subjectAlternativeName, false, alternatives(names));
            }
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
            if (by != null) {
                builder.addExtension(
                        Extension.authorityKeyIdentifier, false, ids.createAuthorityKeyIdentifier(by.certificate()));
            }
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(keys.getPublic()));
        } catch (CertIOException | GeneralSecurityException e) {
            throw new IllegalStateException("a leaf could not be made", e);
        }
        X509Certificate made = sign(builder, by == null ? keys.getPrivate() : by.key());
        return new Leaf(made, keys.getPrivate(), by == null ? made : by.certificate());
    }

    /** A server certificate, its key and its issuer. */
    public record Leaf(X509Certificate certificate, PrivateKey key, X509Certificate issuer) {
        /** Returns the leaf's certificate and its issuer's. */
        public String chainPem() {
            return Stream.of(chain()).map(PemText::of).collect(Collectors.joining());
        }

        /** Returns what a server sends: the leaf, and its issuer unless it is self-signed. */
        public X509Certificate[] chain() {
            return certificate.equals(issuer)
                    ? new X509Certificate[] {certificate}
                    : new X509Certificate[] {certificate, issuer};
        }

        public String keyPem() {
            return PemText.of(key);
        }
    }

    private static X509v3CertificateBuilder builder(
            X500Name issuer, X500Name subject, KeyPair keys, Instant from, Instant to) {
        return new JcaX509v3CertificateBuilder(
                issuer, new BigInteger(120, RANDOM), Date.from(from), Date.from(to), subject, keys.getPublic());
    }

    private static GeneralNames alternatives(List<String> names) {
        return new GeneralNames(
                names.stream().map(name -> new GeneralName(kind(name), name)).toArray(GeneralName[]::new));
    }

    private static int kind(String name) {
        if (name.startsWith("sallyport:")) {
            return GeneralName.uniformResourceIdentifier;
        }
        return ADDRESS.matcher(name).matches() ? GeneralName.iPAddress : GeneralName.dNSName;
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key) {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
        } catch (OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("a certificate could not be signed", e);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no P-256", e);
        }
    }
}
