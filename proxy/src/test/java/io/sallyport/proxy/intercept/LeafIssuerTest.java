package io.sallyport.proxy.intercept;

import static io.sallyport.proxy.intercept.Names.NOW;
import static io.sallyport.proxy.intercept.Names.RANDOM;
import static io.sallyport.proxy.intercept.Names.SB_1;
import static io.sallyport.proxy.intercept.Names.SB_2;
import static io.sallyport.proxy.intercept.Names.ca;
import static io.sallyport.proxy.intercept.Names.host;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.ImmediateExecutor;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.intercept.LeafIssuer.Minted;
import io.sallyport.testkit.ManualClock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Signatures are shared, bounded, and never outlive their sandbox. Tests block its threads in the look-up of a CA. */
@Execution(ExecutionMode.CONCURRENT)
class LeafIssuerTest {
    private static final InterceptLimits LIMITS =
            new InterceptLimits(8, Duration.ofHours(12), Duration.ofHours(1), 64, 2, 4, 3, 16, TunnelProtocols.HTTP_1);

    private final ManualClock clock = new ManualClock(NOW);
    private final Map<SandboxId, SandboxCa> cas = new ConcurrentHashMap<>();
    private final CountDownLatch open = new CountDownLatch(1);
    private final BlockingQueue<Minted> told = new LinkedBlockingQueue<>();
    private final LeafCache leaves = new LeafCache(LIMITS.maxLeaves(), clock);
    private final ContextCache contexts = new ContextCache(
            LIMITS, new ContextMaker(TlsProvider.JDK, LIMITS, RANDOM, ImmediateExecutor.INSTANCE), clock);
    private final LeafIssuer minting =
            new LeafIssuer(this::find, contexts, leaves, new SigningShares(LIMITS, clock), LIMITS.maxQueued(), clock);

    @BeforeEach
    void prepare() {
        cas.put(SB_1, ca(SB_1));
        cas.put(SB_2, ca(SB_2));
    }

    @AfterEach
    void close() {
        open.countDown();
        minting.close();
        contexts.clear();
    }

    @Test
    void askedTwiceAtOnceItSignsOnce() throws Exception {
        ask(SB_1, "a.test");
        ask(SB_1, "a.test");
        open.countDown();

        Minted.Done first = done();
        assertThat(done()).isEqualTo(first);
        assertThat(leaves.find(name(SB_1, "a.test"))).isSameAs(first.leaf());
    }

    @Test
    void oneSandboxWaitsWithinItsShareAndLeavesRoomForOthers() throws Exception {
        for (int i = 0; i < LIMITS.maxWaiting(); i++) {
            ask(SB_1, "a.test");
        }
        ask(SB_1, "a.test");
        assertThat(refused()).isEqualTo(ReasonCode.RATE_LIMITED);

        ask(SB_2, "a.test");
        open.countDown();
        for (int i = 0; i < LIMITS.maxWaiting() + 1; i++) {
            done();
        }
    }

    @Test
    void theQueueOfAllHasABoundToo() throws Exception {
        for (int i = 0; i < 4; i++) { // two in progress, two queued
            ask(i % 2 == 0 ? SB_1 : SB_2, "h" + i + ".test");
        }
        ask(SB_2, "one-more.test");

        assertThat(refused()).isEqualTo(ReasonCode.INTERNAL_ERROR);
    }

    @Test
    void signaturesOfAMinuteAreCountedForEachSandbox() throws Exception {
        open.countDown();
        for (int i = 0; i < LIMITS.maxSignedPerMinute(); i++) {
            ask(SB_1, "h" + i + ".test");
            done();
        }
        ask(SB_1, "new.test");
        assertThat(refused()).isEqualTo(ReasonCode.TOO_MANY_NEW_NAMES);
        ask(SB_1, "h0.test"); // cached: no signature
        done();
        ask(SB_2, "new.test");
        done();

        clock.advance(Duration.ofSeconds(21));
        ask(SB_1, "new.test");
        done();
    }

    @Test
    void aSandboxDeletedMeanwhileGetsNothingAndLeavesNothing() throws Exception {
        SandboxCa old = Objects.requireNonNull(cas.get(SB_1));
        ask(SB_1, "a.test");
        cas.remove(SB_1);
        open.countDown();

        assertThat(refused()).isEqualTo(ReasonCode.LEASE_REVOKED);
        assertThat(leaves.find(new LeafName(old, host("a.test")))).isNull();
        assertThat(contexts.find(old)).isNull();
    }

    @Test
    void aLeafIsMadeAnewHoursBeforeItsEnd() throws Exception {
        open.countDown();
        ask(SB_1, "a.test");
        LeafCertificate first = done().leaf();
        clock.advance(Duration.ofHours(17));
        assertThat(leaves.find(name(SB_1, "a.test"))).isSameAs(first);
        clock.advance(Duration.ofHours(2));
        assertThat(leaves.find(name(SB_1, "a.test"))).isNull();
    }

    @Test
    void aLeafMadeUnderAClockThatWasAheadIsMadeAnewOnceTheClockIsRight() throws Exception {
        open.countDown();
        clock.setWall(NOW.plus(Duration.ofDays(1)));
        ask(SB_1, "a.test");
        LeafCertificate ahead = done().leaf();
        clock.setWall(NOW);
        assertThat(leaves.find(name(SB_1, "a.test"))).isNull();
        ask(SB_1, "a.test");
        LeafCertificate right = done().leaf();
        assertThat(right).isNotEqualTo(ahead);
        assertThat(right.notBefore()).isBeforeOrEqualTo(NOW);
    }

    @Test
    void aLeafWithoutMarginAtItsBeginningIsMadeAnew() throws Exception {
        open.countDown();
        clock.advance(Duration.ofDays(1));
        ask(SB_1, "a.test");
        LeafCertificate ahead = done().leaf();
        clock.setWall(ahead.notBefore().plus(Duration.ofMinutes(10)));
        assertThat(leaves.find(name(SB_1, "a.test"))).isNull();
        clock.setWall(ahead.notBefore().plus(Duration.ofMinutes(40)));
        assertThat(leaves.find(name(SB_1, "a.test"))).isSameAs(ahead);
    }

    @Test
    void aLeafIsNotShownUnderACaThatIsNotValidYet() throws Exception {
        open.countDown();
        ask(SB_1, "a.test");
        done();
        clock.setWall(NOW.minus(Duration.ofDays(1)));
        assertThat(leaves.find(name(SB_1, "a.test"))).isNull();
        ask(SB_1, "a.test");
        assertThat(refused()).isEqualTo(ReasonCode.INTERNAL_ERROR);
    }

    @Test
    void whoWaitsAtTheEndIsTold() throws Exception {
        for (int i = 0; i < 4; i++) {
            ask(SB_1, "h" + i + ".test");
        }
        open.countDown();
        minting.close();

        for (int i = 0; i < 4; i++) {
            assertThat(next()).isNotNull();
        }
        ask(SB_1, "late.test");
        assertThat(refused()).isEqualTo(ReasonCode.SHUTTING_DOWN);
    }

    private @Nullable SandboxCa find(SandboxId id) {
        try {
            open.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return cas.get(id);
    }

    private LeafName name(SandboxId id, String host) {
        return new LeafName(Objects.requireNonNull(cas.get(id)), host(host));
    }

    private void ask(SandboxId id, String host) {
        minting.ask(name(id, host), told::add);
    }

    private Minted next() throws InterruptedException {
        return told.poll(20, TimeUnit.SECONDS);
    }

    private Minted.Done done() throws InterruptedException {
        return (Minted.Done) next();
    }

    private ReasonCode refused() throws InterruptedException {
        return ((Minted.Refused) next()).reason();
    }
}
