package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.NOW;
import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.credentials.key.CertifiedKey;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.ManualClock;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Client certificates and their keys: what is taken, what is refused by name, and how they are replaced. */
@Timeout(60)
class CertifiedKeyTest {
    private static final TestCa CA = TestCa.create("issuer", () -> NOW);
    private static final TestCa.Leaf ONE = CA.clientLeaf("one.test");
    private static final TestCa.Leaf TWO = CA.clientLeaf("two.test");

    private final ManualClock clock = new ManualClock(NOW);

    @TempDir
    private Path folder;

    private SecretSource files() {
        var lines = new SecretForm.Lines();
        return new CertifiedKeySource(
                new SecretFile(folder.resolve("tls.crt"), lines), new SecretFile(folder.resolve("tls.key"), lines));
    }

    private void give(String chain, String key) throws IOException {
        Files.writeString(folder.resolve("tls.crt"), chain);
        Files.writeString(folder.resolve("tls.key"), key);
    }

    private SecretFetch fetch() {
        return files().fetch(new SourceContext(clock, clock, Map.of(), Fetching.noNetwork()));
    }

    @Test
    void bothAreReadTogetherAndEndWithTheCertificate() throws IOException {
        give(ONE.chainPem(), ONE.keyPem());
        SecretFetch read = fetch();
        assertThat(read)
                .isInstanceOfSatisfying(
                        SecretFetch.Fetched.class,
                        fetched -> assertThat(fetched.end())
                                .isEqualTo(ONE.certificate().getNotAfter().toInstant()));
        assertThat(texts(read)).containsOnlyKeys("certificate", "key");
    }

    @Test
    void aKeyOfAnotherCertificateIsRefusedByName() throws IOException {
        give(ONE.chainPem(), TWO.keyPem());
        assertThat(reason(fetch(), TWO.keyPem())).isEqualTo("the key is not that of the certificate");
    }

    @Test
    void whatHasEndedOrNotBegunIsRefusedWithTheTime() throws IOException {
        give(ONE.chainPem(), ONE.keyPem());
        clock.advance(Duration.ofDays(3));
        assertThat(reason(fetch(), ONE.keyPem()))
                .isEqualTo("the certificate: expired at " + NOW.plus(Duration.ofDays(2)));
        clock.advance(Duration.ofDays(-6));
        assertThat(reason(fetch(), ONE.keyPem()))
                .isEqualTo("the certificate: not valid before " + NOW.minus(Duration.ofHours(1)));
    }

    @Test
    void aChainInAnotherOrderOrWithSomethingElseIsRefused() {
        String[] parts = ONE.chainPem().split("(?<=-----END CERTIFICATE-----\n)", -1);
        assertThat(why(CertifiedKey.read(parts[1] + parts[0], ONE.keyPem()))).contains("is not signed by the next");
        for (String wrong : List.of("", "x", ONE.chainPem() + ONE.keyPem(), ONE.keyPem())) {
            assertThat(why(CertifiedKey.read(wrong, ONE.keyPem()))).startsWith("the certificate: 1 to 10 in PEM");
        }
        for (String wrong : List.of("", "x", ONE.keyPem() + ONE.keyPem(), ONE.chainPem())) {
            assertThat(why(CertifiedKey.read(ONE.chainPem(), wrong))).isEqualTo("the key: no PEM of one private key");
        }
    }

    /** What openssl writes: PKCS #8, PKCS #1 and RFC 5915, with and without parameters; and what is refused. */
    @Test
    void keysOfEveryUsualFormAreRead() throws IOException {
        require("openssl");
        for (String algorithm : List.of("RSA:rsa_keygen_bits:2048", "EC:ec_paramgen_curve:P-384")) {
            String[] kind = algorithm.split(":", 2);
            openssl("genpkey", "-algorithm", kind[0], "-pkeyopt", kind[1], "-out", "k.pem");
            openssl("req", "-x509", "-key", "k.pem", "-subj", "/CN=x", "-days", "1", "-out", "c.pem");
            openssl("pkey", "-in", "k.pem", "-traditional", "-out", "old.pem");
            String certificate = Files.readString(folder.resolve("c.pem"));
            for (String file : List.of("k.pem", "old.pem")) {
                accepted(CertifiedKey.read(certificate, Files.readString(folder.resolve(file))));
            }
        }
        openssl("ecparam", "-name", "prime256v1", "-genkey", "-out", "k.pem");
        openssl("req", "-x509", "-key", "k.pem", "-subj", "/CN=x", "-days", "1", "-out", "c.pem");
        assertThat(Files.readString(folder.resolve("k.pem"))).contains("EC PARAMETERS");
        accepted(CertifiedKey.read(
                Files.readString(folder.resolve("c.pem")), Files.readString(folder.resolve("k.pem"))));
        openssl("pkey", "-in", "k.pem", "-aes256", "-passout", "pass:secret", "-out", "locked.pem");
        assertThat(why(CertifiedKey.read(
                        Files.readString(folder.resolve("c.pem")), Files.readString(folder.resolve("locked.pem")))))
                .isEqualTo("the key: no PEM of one private key");
        openssl("genpkey", "-algorithm", "ed25519", "-out", "k.pem");
        assertThat(why(CertifiedKey.read(ONE.chainPem(), Files.readString(folder.resolve("k.pem")))))
                .isEqualTo("the key: neither a key of RSA nor of an elliptic curve");
    }

    private void openssl(String... arguments) {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Client.Ended ended = Client.run(folder, Map.of(), Duration.ofMinutes(1), command);
        assertThat(ended.exit()).as(ended.err()).isZero();
    }

    /** Each revision is read once, before it is in force, and forgotten; a wrong pair changes nothing. */
    @Test
    void aRenewalIsTakenOverAndAWrongOneIsNot() throws IOException {
        give(ONE.chainPem(), ONE.keyPem());
        List<String> heard = new ArrayList<>();
        var context = new SourceContext(clock, clock, Map.of(), Fetching.noNetwork());
        var plan = new SecretPlan("client", files(), files().usualTimes());
        try (LiveSecrets secrets =
                accepted(LiveSecrets.of(List.of(plan), SecretBounds.DEFAULT, context, new Random(1)))) {
            LiveSecret live = Objects.requireNonNull(secrets.find("client"));
            live.readBy(new RevisionReader() {
                @Override
                public void read(long revision, NamedSecrets values) {
                    heard.add("read " + revision);
                }

                @Override
                public void forget(long revision) {
                    heard.add("forget " + revision);
                }
            });
            read(secrets);
            clock.advance(Duration.ofSeconds(3));
            read(secrets);
            assertThat(heard).containsExactly("read 1");

            give(TWO.chainPem(), ONE.keyPem());
            clock.advance(Duration.ofSeconds(3));
            read(secrets);
            assertThat(heard).containsExactly("read 1");
            assertThat(live.current(clock.instant())).isInstanceOfSatisfying(CurrentSecret.Known.class, known -> {
                assertThat(known.end())
                        .isEqualTo(ONE.certificate().getNotAfter().toInstant());
                known.close();
            });

            give(TWO.chainPem(), TWO.keyPem());
            clock.advance(Duration.ofSeconds(3));
            read(secrets);
            assertThat(heard).containsExactly("read 1", "read 2", "forget 1");
            clock.advance(Duration.ofDays(3));
            assertThat(live.current(clock.instant()))
                    .isEqualTo(new CurrentSecret.Refused("client is past its end: its source gave nothing newer"));
        }
        assertThat(heard).endsWith("forget 2");
    }

    private static void read(LiveSecrets secrets) {
        secrets.refreshDue();
        while (!secrets.isIdle()) {
            Thread.onSpinWait();
        }
    }
}
