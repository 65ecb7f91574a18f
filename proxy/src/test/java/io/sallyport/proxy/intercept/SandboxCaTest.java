package io.sallyport.proxy.intercept;

import static io.sallyport.proxy.intercept.Names.NOW;
import static io.sallyport.proxy.intercept.Names.RANDOM;
import static io.sallyport.proxy.intercept.Names.SB_1;
import static io.sallyport.proxy.intercept.Names.SB_2;
import static io.sallyport.proxy.intercept.Names.ca;
import static io.sallyport.proxy.intercept.Names.host;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SandboxCaTest {
    private final SandboxCa ca = ca(SB_1);

    @Test
    void namesItsSandboxAndMayOnlySignLeaves() throws Exception {
        X509Certificate certificate = ca.certificate();

        assertThat(certificate.getSubjectX500Principal().getName())
                .contains("CN=sb-1")
                .contains("O=Sallyport sandbox CA");
        assertThat(certificate.getBasicConstraints()).isZero();
        assertThat(certificate.getCriticalExtensionOIDs()).containsExactlyInAnyOrder("2.5.29.19", "2.5.29.15");
        assertThat(usages(certificate)).containsExactly(5); // keyCertSign
        assertThat(certificate.getSerialNumber().bitLength()).isBetween(120, 159);
        assertThat(certificate.getNotBefore().toInstant()).isEqualTo(NOW.minus(Duration.ofHours(1)));
        assertThat(certificate.getNotAfter().toInstant()).isAfter(NOW.plus(Duration.ofDays(4 * 365)));
        certificate.verify(certificate.getPublicKey());
    }

    @Test
    void aLeafHasWhatClientsCheck() throws Exception {
        X509Certificate leaf = ca.leaf(host("api.example.com"), NOW).certificate();

        assertThat(leaf.getSubjectAlternativeNames()).containsExactly(List.of(2, "api.example.com"));
        assertThat(leaf.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(usages(leaf)).containsExactly(0); // digitalSignature
        assertThat(leaf.getBasicConstraints()).isEqualTo(-1);
        assertThat(leaf.getSubjectX500Principal().getName()).isEqualTo("CN=api.example.com");
        assertThat(Duration.between(
                        leaf.getNotBefore().toInstant(), leaf.getNotAfter().toInstant()))
                .isEqualTo(Duration.ofHours(25));
        assertThat(keyIdentifier(leaf.getExtensionValue("2.5.29.35"), 6))
                .isEqualTo(keyIdentifier(ca.certificate().getExtensionValue("2.5.29.14"), 4));
        validate(leaf, ca, NOW);
    }

    @Test
    void anAddressIsANameOfItsOwnKind() throws Exception {
        assertThat(ca.leaf(host("192.0.2.7"), NOW).certificate().getSubjectAlternativeNames())
                .containsExactly(List.of(7, "192.0.2.7"));
        assertThat(ca.leaf(host("[2001:db8::1]"), NOW).certificate().getSubjectAlternativeNames())
                .containsExactly(List.of(7, "2001:db8:0:0:0:0:0:1"));
    }

    @Test
    void aNameTooLongForASubjectStandsInACriticalAlternative() throws Exception {
        String label = "a".repeat(60);
        X509Certificate leaf = ca.leaf(host(label + "." + label + ".test"), NOW).certificate();

        assertThat(leaf.getSubjectX500Principal().getName()).isEmpty();
        assertThat(leaf.getCriticalExtensionOIDs()).contains("2.5.29.17");
        validate(leaf, ca, NOW);
    }

    @Test
    void aLeafNeverOutlivesItsCa() {
        Instant end = ca.certificate().getNotAfter().toInstant();

        LeafCertificate leaf = ca.leaf(host("a.test"), end.minusSeconds(60));

        assertThat(leaf.notAfter()).isEqualTo(end);
    }

    @Test
    void namesShareOneKeyAndDifferInSerial() {
        LeafCertificate one = ca.leaf(host("a.test"), NOW);
        LeafCertificate other = ca.leaf(host("b.test"), NOW);

        assertThat(one.certificate().getPublicKey())
                .isEqualTo(other.certificate().getPublicKey());
        assertThat(one.certificate().getPublicKey())
                .isNotEqualTo(ca.certificate().getPublicKey());
        assertThat(one.certificate().getSerialNumber())
                .isNotEqualTo(other.certificate().getSerialNumber());
    }

    @Test
    void neitherALeafNorAnotherCaCanSignInItsPlace() {
        LeafCertificate leaf = ca.leaf(host("a.test"), NOW);
        var leafKeys = new KeyPair(leaf.certificate().getPublicKey(), leaf.key());
        X509Certificate byLeaf =
                Certificates.leaf(host("b.test"), leafKeys.getPublic(), leaf.certificate(), leaf.key(), RANDOM, NOW);
        X509Certificate ofAnother = ca(SB_1).leaf(host("a.test"), NOW).certificate();

        assertThatThrownBy(() -> validate(List.of(byLeaf, leaf.certificate()), ca, NOW))
                .isInstanceOf(CertPathValidatorException.class);
        assertThatThrownBy(() -> validate(ofAnother, ca, NOW)).isInstanceOf(CertPathValidatorException.class);
    }

    @Test
    void aLeafIsOfNoUseAfterADay() {
        X509Certificate leaf = ca.leaf(host("a.test"), NOW).certificate();

        assertThatThrownBy(() -> validate(leaf, ca, NOW.plus(Duration.ofHours(25))))
                .isInstanceOf(CertPathValidatorException.class);
    }

    @Test
    void comesBackFromItsEncodedForm() throws Exception {
        SandboxCa back = restored(SandboxCa.restore(SB_1, ca.encoded(), RANDOM));

        assertThat(back.certificatePem()).isEqualTo(ca.certificatePem());
        validate(back.leaf(host("a.test"), NOW).certificate(), ca, NOW);
    }

    @Test
    void anythingElseIsUnreadableAndSaysNothingOfTheKey() {
        byte[] encoded = ca.encoded();
        byte[] cut = Arrays.copyOf(encoded, encoded.length - 1);

        assertThat(SandboxCa.restore(SB_1, cut, RANDOM)).isEqualTo(new SandboxCa.Restored.Unreadable("not a CA"));
        assertThat(SandboxCa.restore(SB_1, new byte[0], RANDOM)).isInstanceOf(SandboxCa.Restored.Unreadable.class);
        assertThat(SandboxCa.restore(SB_2, encoded, RANDOM))
                .isEqualTo(new SandboxCa.Restored.Unreadable("the CA of another sandbox"));
    }

    @Test
    void itsPemIsItsCertificateAndItsTextHasNoKey() throws Exception {
        var read = CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(ca.certificatePem().getBytes(StandardCharsets.US_ASCII)));

        assertThat(read).isEqualTo(ca.certificate());
        assertThat(ca.toString()).startsWith("SandboxCa[sb-1 ").hasSizeLessThan(60);
        assertThat(ca.leaf(host("a.test"), NOW).toString())
                .doesNotContain("Key")
                .hasSizeLessThan(60);
    }

    private static SandboxCa restored(SandboxCa.Restored restored) {
        return switch (restored) {
            case SandboxCa.Restored.Ready(var ca) -> ca;
            case SandboxCa.Restored.Unreadable unreadable -> throw new AssertionError(unreadable);
        };
    }

    private static void validate(X509Certificate leaf, SandboxCa anchor, Instant at) throws GeneralSecurityException {
        validate(List.of(leaf), anchor, at);
    }

    private static void validate(List<X509Certificate> path, SandboxCa anchor, Instant at)
            throws GeneralSecurityException {
        var parameters = new PKIXParameters(Set.of(new TrustAnchor(anchor.certificate(), null)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(at));
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
    }

    private static List<Integer> usages(X509Certificate certificate) {
        boolean[] usage = certificate.getKeyUsage();
        return IntStream.range(0, usage.length)
                .filter(bit -> usage[bit])
                .boxed()
                .toList();
    }

    /** Returns the identifier in a key identifier extension, after its headers. */
    private static String keyIdentifier(byte[] extension, int from) {
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(extension, from, extension.length));
    }
}
