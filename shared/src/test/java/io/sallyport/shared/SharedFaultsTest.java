package io.sallyport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.testkit.RedisServer;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random faults of the store and of gateways, whose clocks are minutes apart, while all of them send requests. The
 * model is a count: no more may pass than the budget has, and all of it may be spent once the faults are over, but for
 * what a killed gateway held.
 */
class SharedFaultsTest {
    private static final int GATEWAYS = 3;
    private static final int FAULTS = 5;
    /** Requests that a gateway may send from one fault to the next. */
    private static final int BURST = 500;

    private static final long BUDGET = 12_000;

    /** What was spent while a gateway said what it knows counts twice at most. */
    private static final int COUNTED_TWICE = FAULTS * GATEWAYS;

    /** Slices of gateways that were killed, of at most a thousandth, and what they wrote ahead. */
    private static final int CRASHED = FAULTS * (int) (BUDGET / 1_000) + COUNTED_TWICE;

    @TempDir
    Path folder;

    private RedisServer redis;

    @BeforeEach
    void start() throws IOException {
        redis = RedisServer.start(RequireTool.require("redis-server"), folder);
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private static final class Member implements AutoCloseable {
        final String id;
        final SharedSettings settings;
        final Duration skew;
        final AtomicInteger passed = new AtomicInteger();
        final AtomicInteger failed = new AtomicInteger();
        final AtomicBoolean ends = new AtomicBoolean();
        final Semaphore burst = new Semaphore(0);
        TestGateway gateway;
        Account account;
        Thread traffic;

        Member(String id, SharedSettings settings, Duration skew) {
            this.id = id;
            this.skew = skew;
            this.settings = settings;
            begin(Map.of());
        }

        private void begin(Map<String, BigDecimal> spent) {
            gateway = new TestGateway(id, settings, () -> System.nanoTime() + skew.toNanos());
            account = gateway.account("job", null, Map.of(Account.REQUESTS, BigDecimal.valueOf(BUDGET)), spent);
            ends.set(false);
            traffic = Thread.ofVirtual().start(() -> {
                while (!ends.get()) {
                    burst.acquireUninterruptibly();
                    boolean came = TestGateway.request(account) == Supply.HELD;
                    (came ? passed : failed).incrementAndGet();
                    burst.release(came ? 0 : 1);
                }
            });
        }

        void halt() throws InterruptedException {
            ends.set(true);
            burst.release();
            traffic.join();
        }

        /** Its process is killed, and the next one knows from its disk what was spent. */
        void crash() throws InterruptedException {
            halt();
            gateway.abandon();
            begin(account.spent());
        }

        @Override
        public void close() {
            gateway.close();
        }
    }

    private static SharedSettings settings(String url, int slice) {
        return new SharedSettings(
                URI.create(url),
                null,
                null,
                null,
                "test",
                Duration.ofMillis(300),
                slice,
                SharedSettings.OnOutage.SLACK,
                Duration.ofSeconds(5),
                Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @CsvSource({"1, 0, false", "2, 1, false", "3, 1, true"})
    void noMorePassesThanTheBudgetWhateverFails(long seed, int slice, boolean crashes) throws Exception {
        var random = new Random(seed);
        List<Member> members = new ArrayList<>();
        try {
            for (int i = 0; i < GATEWAYS; i++) {
                members.add(new Member("gateway-" + i, settings(redis.url(), slice), Duration.ofMinutes(7L * i)));
            }
            awaitTraffic(members);
            redis.keep();
            for (int fault = 0; fault < FAULTS; fault++) {
                disturb(random, members, crashes);
                awaitTraffic(members);
            }
            int passed = end(members);
            assertThat(charged()).as("what the store has charged").isGreaterThanOrEqualTo(passed);
            int all = passed
                    + members.stream()
                            .mapToInt(each -> TestGateway.requests(each.account))
                            .sum();
            assertThat(all).isBetween((int) BUDGET - (crashes ? CRASHED : COUNTED_TWICE), (int) BUDGET);
        } finally {
            members.forEach(Member::close);
        }
    }

    private void disturb(Random random, List<Member> members, boolean crashes) throws Exception {
        switch (random.nextInt(crashes ? 5 : 4)) {
            case 0 -> redis.restore();
            case 1 -> redis.restartEmpty();
            case 2 -> {
                redis.pause();
                awaitOutage(members);
                redis.resume();
            }
            case 3 -> redis.keep();
            default -> members.get(random.nextInt(GATEWAYS)).crash();
        }
    }

    /** Until the pause is noticed. */
    private static void awaitOutage(List<Member> members) {
        for (Member member : members) {
            while (member.gateway.counters.isOpen()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Until each gateway has spent something again. */
    private static void awaitTraffic(List<Member> members) {
        for (Member member : members) {
            while (!member.gateway.counters.isOpen()) {
                Thread.onSpinWait();
            }
            int before = member.passed.get();
            member.burst.release(BURST);
            while (member.passed.get() < before + 100) {
                Thread.onSpinWait();
            }
        }
    }

    private static int end(List<Member> members) throws InterruptedException {
        int passed = 0;
        for (Member member : members) {
            member.halt();
            passed += member.passed.get();
        }
        return passed;
    }

    /** Whole requests that the store has counted. */
    private long charged() throws IOException {
        String used = redis.run("HGET", "test:counter:job:requests", "used");
        return Long.parseLong(used) / 1_000_000;
    }
}
