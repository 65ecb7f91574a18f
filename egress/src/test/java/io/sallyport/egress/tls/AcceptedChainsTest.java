package io.sallyport.egress.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.egress.tls.AcceptedChains.Shown;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.TestCa;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A verdict is reused only for exactly what it was given for. */
@Execution(ExecutionMode.CONCURRENT)
class AcceptedChainsTest {
    private static final TestCa CA = TestCa.create("trusted", InstantSource.system());
    private static final X509Certificate[] CHAIN = CA.leaf("api.target.test").chain();

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1); // about to wrap around
    private final AcceptedChains chains = new AcceptedChains(nanos::get);

    @Test
    void remembersWhatWasAccepted() throws Exception {
        assertThat(chains.has(shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", CHAIN)))
                .isFalse();

        chains.add(shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", CHAIN), CHAIN);

        assertThat(chains.has(shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", CHAIN.clone())))
                .isTrue();
    }

    @Test
    void anythingElseIsJudged() throws Exception {
        chains.add(shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", CHAIN), CHAIN);

        X509Certificate[] renewed = CA.leaf("api.target.test").chain();
        X509Certificate[] turned = {CHAIN[1], CHAIN[0]};
        X509Certificate[] cut = {CHAIN[0]};
        X509Certificate[] longer = {CHAIN[0], CHAIN[1], CHAIN[1]};
        assertThat(List.of(
                        shown("other.target.test", "TLSv1.3", "ECDHE_ECDSA", CHAIN),
                        shown("api.target.test", "TLSv1.2", "ECDHE_ECDSA", CHAIN),
                        shown("api.target.test", "TLSv1.3", "ECDHE_RSA", CHAIN),
                        shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", renewed),
                        shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", turned),
                        shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", cut),
                        shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", longer)))
                .noneMatch(chains::has);
    }

    @Test
    void forgetsAfterAWhileThatNoUseMakesLonger() throws Exception {
        Shown shown = shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", CHAIN);
        chains.add(shown, CHAIN);

        nanos.addAndGet(AcceptedChains.LIFE.toNanos() - 1);
        assertThat(chains.has(shown)).isTrue();
        nanos.addAndGet(1);
        assertThat(chains.has(shown)).isFalse();
        assertThat(chains.size()).isZero();
    }

    @Test
    void oneCertificateThatHasRunOutIsEnough() throws Exception {
        Instant now = Instant.now();
        X509Certificate ended = CA.leaf(
                        now.minus(Duration.ofDays(2)), now.minus(Duration.ofMinutes(5)), List.of("api.target.test"))
                .certificate();
        X509Certificate[] chain = {CHAIN[0], ended};
        Shown shown = shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", chain);

        chains.add(shown, chain);

        assertThat(chains.has(shown)).isFalse();
    }

    @Test
    void holdsNoMoreThanItsBoundAndWhatIsUsedLongest() throws Exception {
        Shown kept = shown("api.target.test", "TLSv1.3", "ECDHE_ECDSA", CHAIN);
        chains.add(kept, CHAIN);

        for (int i = 0; i < 2 * AcceptedChains.MAX_CHAINS; i++) {
            chains.add(shown("host-" + i + ".test", "TLSv1.3", "ECDHE_ECDSA", CHAIN), CHAIN);
            assertThat(chains.has(kept)).isTrue();
        }

        assertThat(chains.size()).isEqualTo(AcceptedChains.MAX_CHAINS);
    }

    @Test
    void doesNotKeepALongChain() {
        CanonicalHost host = host("api.target.test");
        ByteBuffer digest = ByteBuffer.allocate(32);
        Shown shown = new Shown(host, "TLSv1.3", "ECDHE_ECDSA", digest, AcceptedChains.MAX_CHAIN_BYTES + 1);

        chains.add(shown, CHAIN);

        assertThat(chains.size()).isZero();
    }

    private static Shown shown(String host, String protocol, String authType, X509Certificate[] chain)
            throws CertificateException {
        return Shown.of(host(host), protocol, authType, chain);
    }

    private static CanonicalHost host(String text) {
        return switch (CanonicalHost.parse(text)) {
            case Parsed.Accepted(CanonicalHost host) -> host;
            case Parsed.Rejected(String why, int _) -> throw new IllegalArgumentException(why);
        };
    }
}
