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
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedOutageTest {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    private final AtomicLong skipped = new AtomicLong();
    private RedisServer redis;

    @BeforeEach
    void start() throws IOException {
        redis = RedisServer.start(RequireTool.require("redis-server"), folder);
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    private TestGateway gateway(String id, SharedSettings.OnOutage onOutage) {
        var settings = new SharedSettings(
                URI.create(redis.url()), null, null, null, "test", Duration.ofSeconds(5), 500, onOutage, LIMIT, LIMIT);
        var gateway = new TestGateway(id, settings, () -> System.nanoTime() + skipped.get());
        while (!gateway.counters.isOpen()) {
            Thread.onSpinWait();
        }
        return gateway;
    }

    private static void awaitOutage(TestGateway gateway) {
        while (gateway.counters.isOpen()) {
            Thread.onSpinWait();
        }
    }

    /** Counters are told of an outage on a thread of their own. */
    private static void awaitEndOfSpending(TestGateway gateway) {
        while (gateway.counters.isSpending()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void nothingIsSpentThatIsHeldWhileTheStoreIsGone() {
        try (TestGateway one = gateway("one", SharedSettings.OnOutage.REFUSE)) {
            Account account = one.account("job", 100);
            assertThat(TestGateway.request(account)).isEqualTo(Supply.HELD);
            redis.kill();
            awaitOutage(one);
            awaitEndOfSpending(one);
            skipped.set(LIMIT.toNanos());
            assertThat(TestGateway.request(account)).isEqualTo(Supply.UNAVAILABLE);
        }
    }

    @Test
    void noMoreThanTheSlackIsSpentWhileTheStoreIsGone() {
        try (TestGateway one = gateway("one", SharedSettings.OnOutage.SLACK)) {
            Account account = one.account("job", 100);
            assertThat(TestGateway.request(account)).isEqualTo(Supply.HELD);
            redis.kill();
            awaitOutage(one);
            for (int i = 1; i < 50; i++) { // half of a hundred was the first slice
                assertThat(TestGateway.request(account)).isEqualTo(Supply.HELD);
            }
            skipped.set(LIMIT.toNanos());
            assertThat(TestGateway.request(account)).isEqualTo(Supply.UNAVAILABLE);
        }
    }

    @Test
    void theSlackIsSpentForNoLongerThanTheLimit() {
        try (TestGateway one = gateway("one", SharedSettings.OnOutage.SLACK)) {
            Account account = one.account("job", 100);
            assertThat(TestGateway.request(account)).isEqualTo(Supply.HELD);
            redis.kill();
            awaitOutage(one);
            skipped.set(LIMIT.toNanos());
            while (one.counters.isSpending()) {
                Thread.onSpinWait();
            }
            assertThat(TestGateway.request(account)).isEqualTo(Supply.UNAVAILABLE);
        }
    }

    @Test
    void aGatewayThatEndsGivesBackWhatItHeld() {
        try (TestGateway two = gateway("two", SharedSettings.OnOutage.REFUSE)) {
            Account there = two.account("job", 100);
            try (TestGateway one = gateway("one", SharedSettings.OnOutage.REFUSE)) {
                assertThat(TestGateway.request(one.account("job", 100))).isEqualTo(Supply.HELD);
            }
            assertThat(TestGateway.requests(there)).isEqualTo(99);
        }
    }

    @Test
    void aStoreThatLostEverythingLearnsFromAProcessThatStartsWhatItsDiskSays() throws IOException {
        try (TestGateway one = gateway("one", SharedSettings.OnOutage.REFUSE)) {
            assertThat(TestGateway.request(one.account("job", 100))).isEqualTo(Supply.HELD);
        }
        redis.restartEmpty();
        try (TestGateway one = gateway("one", SharedSettings.OnOutage.REFUSE)) {
            Account again = one.account(
                    "job",
                    null,
                    Map.of(Account.REQUESTS, BigDecimal.valueOf(100)),
                    Map.of(Account.REQUESTS, BigDecimal.valueOf(60)));
            assertThat(TestGateway.requests(again)).isEqualTo(40);
        }
    }

    @Test
    void aChildsPartIsSharedAndItsParentsTotalBindsAllGateways() {
        try (TestGateway one = gateway("one", SharedSettings.OnOutage.REFUSE);
                TestGateway two = gateway("two", SharedSettings.OnOutage.REFUSE)) {
            Account team = one.account("team", 100);
            Account teamToo = two.account("team", 100);
            Map<String, BigDecimal> part = Map.of(Account.REQUESTS, BigDecimal.valueOf(60));
            Account child = one.account("child", team, part, Map.of());
            Account childToo = two.account("child", teamToo, part, Map.of());
            assertThat(TestGateway.requests(team) + TestGateway.requests(teamToo))
                    .isEqualTo(40);
            assertThat(TestGateway.requests(child) + TestGateway.requests(childToo))
                    .isEqualTo(60);
        }
    }

    @Test
    void whatEndsOnOneGatewayIsToldToAll() {
        try (TestGateway one = gateway("one", SharedSettings.OnOutage.REFUSE);
                TestGateway two = gateway("two", SharedSettings.OnOutage.REFUSE)) {
            assertThat(TestGateway.request(one.account("job", 100))).isEqualTo(Supply.HELD);
            assertThat(TestGateway.request(two.account("job", 100))).isEqualTo(Supply.HELD);
            one.counters.tellEnd("job");
            while (two.ended.isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(two.ended).containsExactly("job");
        }
    }
}
