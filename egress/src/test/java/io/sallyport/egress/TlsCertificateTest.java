package io.sallyport.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslProvider;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which certificates the gateway accepts for a target. */
@Execution(ExecutionMode.CONCURRENT)
class TlsCertificateTest extends TlsDialing {
    TlsCertificateTest(SslProvider provider, @TempDir Path folder) throws IOException {
        super(provider, folder);
    }

    @Test
    void refusesTheCertificateOfAnotherName() {
        refuses(origin(CA.leaf("other.target.test", "target.test", "xapi.target.test")), "name differs: ");
    }

    @Test
    void refusesAnExpiredCertificate() {
        Instant now = Instant.now();
        refuses(
                origin(CA.leaf(now.minus(Duration.ofDays(2)), now.minus(Duration.ofMinutes(5)), List.of(HOST))),
                "expired: ");
    }

    @Test
    void refusesACertificateThatIsNotYetValid() {
        Instant now = Instant.now();
        refuses(
                origin(CA.leaf(now.plus(Duration.ofHours(1)), now.plus(Duration.ofDays(2)), List.of(HOST))),
                "not yet valid: ");
    }

    @Test
    void refusesAnUnknownIssuer() {
        refuses(origin(STRANGER.leaf(HOST)), "unknown issuer: ");
    }

    @Test
    void refusesAnIssuerThatOnlyBearsATrustedName() {
        refuses(origin(TestCa.create("trusted", InstantSource.system()).leaf(HOST)), "certificate not accepted: ");
    }

    @Test
    void refusesASelfSignedCertificate() {
        refuses(origin(TestCa.selfSigned(InstantSource.system(), HOST)), "unknown issuer: ");
    }

    @Test
    void refusesAnIssuerThatIsNoCa() {
        refuses(origin(CA.leafOfLeaf(HOST)), "certificate not accepted: ");
    }

    @Test
    void refusesANameThatItsIssuerMayNotSign() {
        TestCa constrained = CA.constrainedTo("elsewhere.test");
        Origin origin = origin(constrained.leaf("api.elsewhere.test"));

        connected(dial(dialer(Map.of("api.elsewhere.test", origin)), "api.elsewhere.test", new Spy()));
        refuses(origin(constrained.leaf(HOST)), "certificate not accepted: ");
    }

    @Test
    void refusesANameCutByNul() {
        refuses(origin(CA.leaf(HOST + "\0.evil.test")), "");
    }

    @Test
    void neverReadsTheCommonName() {
        refuses(origin(CA.commonNameOnly(HOST)), "name differs: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*.test", "*", "*.*.test", "a*.target.test", "api.*.test", "*.api.target.test"})
    void refusesAWildcardThatIsNotTheWholeFirstLabelAlone(String pattern) {
        refuses(origin(CA.leaf(pattern)), "name differs: ");
    }

    @Test
    void takesAWildcardForOneLabel() {
        Origin origin = origin(CA.leaf("*.target.test"));
        Dialer dialer = dialer(Map.of(HOST, origin, "target.test", origin, "v1.api.target.test", origin));

        connected(dial(dialer, HOST, new Spy()));
        assertThat(refused(dial(dialer, "target.test", new Spy())).detail()).startsWith("name differs: ");
        assertThat(refused(dial(dialer, "v1.api.target.test", new Spy())).detail())
                .startsWith("name differs: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void takesAnAddressOnlyFromAnAddressOfTheCertificate(String address) {
        InetAddress on = InetAddress.ofLiteral(address);
        String literal = address.indexOf(':') < 0 ? address : "[" + address + "]";
        Origin good = keep(Origin.rawTlsOn(on, CA.leaf(address), settings -> {}, Spy::echo));
        Origin named = keep(Origin.rawTlsOn(on, CA.leaf(HOST, "127.0.0.9", "::9"), settings -> {}, Spy::echo));
        Dialer dialer = dialer(Map.of());

        connected(dial(dialer, literal, good.port(), new Spy()));
        assertThat(refused(dial(dialer, literal, named.port(), new Spy())).detail())
                .startsWith("name differs: ");
    }

    @Test
    void refusesAnAddressThatIsWrittenAsAName() {
        Origin origin = origin(CA.leaf("*.0.0.1", HOST));

        DialOutcome outcome = dial(dialer(Map.of()), "127.0.0.1", origin.port(), new Spy());
        assertThat(refused(outcome).detail()).startsWith("name differs: ");
    }

    @Test
    void aCertificateThatWasAcceptedIsAcceptedForItsNameAlone() {
        Origin origin = origin(CA.leaf(HOST));
        Dialer dialer = dialer(Map.of(HOST, origin, "other.target.test", origin));

        connected(dial(dialer, HOST, new Spy()));
        connected(dial(dialer, HOST, new Spy()));
        assertThat(refused(dial(dialer, "other.target.test", new Spy())).detail())
                .startsWith("name differs: ");
    }

    @Test
    void aNameThatWasAcceptedIsRefusedWithTheCertificateOfAStranger() {
        Origin good = keep(Origin.rawTls(CA.leaf("127.0.0.1"), Spy::echo));
        Origin bad = keep(Origin.rawTls(STRANGER.leaf("127.0.0.1"), Spy::echo));
        Dialer dialer = dialer(Map.of());

        connected(dial(dialer, "127.0.0.1", good.port(), new Spy()));
        connected(dial(dialer, "127.0.0.1", good.port(), new Spy()));
        assertThat(refused(dial(dialer, "127.0.0.1", bad.port(), new Spy())).detail())
                .startsWith("unknown issuer: ");
    }
}
