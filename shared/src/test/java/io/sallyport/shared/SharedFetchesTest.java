package io.sallyport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.FetchAllowance;
import io.sallyport.decision.FetchAllowance.Counts;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.testkit.RedisServer;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fetches of one run through several gateways. The model is one count of what is taken. */
class SharedFetchesTest {
    private static final int MAX = 100;

    /** More than one gateway receives byte by byte before the store has answered. */
    private static final long BYTES = 1L << 40;

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

    private TestGateway gateway(String id, int slice) {
        return new TestGateway(id, TestGateway.settings(redis.url(), slice));
    }

    private static FetchAllowance allowance(TestGateway gateway, int max, Counts before) {
        return FetchAllowance.of(gateway.account("job", null, Map.of(), Map.of()), max, before);
    }

    /** What is under way or has succeeded; no more than that is ever seen at one time. */
    private static final class Model {
        final AtomicInteger taken = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();

        void took() {
            most.accumulateAndGet(taken.incrementAndGet(), Math::max);
        }
    }

    /** Fetches, of which some fail, until so many in a row are told that none is left. */
    private static void fetchAtRandom(FetchAllowance allowance, Model model, long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 4 * MAX; i++) {
            if (allowance.take() == Supply.HELD) {
                model.took();
                if (random.nextInt(3) == 0) {
                    model.taken.decrementAndGet();
                    allowance.giveBack();
                } else {
                    allowance.serve();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 500})
    void twoGatewaysNeverServeMoreThanTheMaximumWhateverFails(int slice) {
        try (TestGateway one = gateway("one", slice);
                TestGateway two = gateway("two", slice)) {
            var both = List.of(allowance(one, MAX, Counts.NONE), allowance(two, MAX, Counts.NONE));
            var model = new Model();
            IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> fetchAtRandom(both.get(i % 2), model, 31L * slice + i), Thread::startVirtualThread))
                    .toList()
                    .forEach(CompletableFuture::join);
            assertThat(model.most).hasValueLessThanOrEqualTo(MAX);
            assertThat(model.taken).hasValue(both.get(0).taken() + both.get(1).taken());
            assertThat(model.taken)
                    .as("what failed is used by those that ask later")
                    .hasValue(MAX);
        }
    }

    @Test
    void attemptsAreOneCountToo() {
        try (TestGateway one = gateway("one", 0);
                TestGateway two = gateway("two", 0)) {
            var both = List.of(allowance(one, 1, Counts.NONE), allowance(two, 1, Counts.NONE));
            long made = IntStream.range(0, 300)
                    .filter(i -> both.get(i % 2).attempt() == Supply.HELD)
                    .count();
            assertThat(made).isEqualTo(110);
        }
    }

    @Test
    void bytesThatOneReceivedAreCountedForTheOther() {
        try (TestGateway one = gateway("one", 0);
                TestGateway two = gateway("two", 0)) {
            FetchAllowance here = allowance(one, MAX, Counts.NONE);
            FetchAllowance there = allowance(two, MAX, Counts.NONE);
            List.of(here, there).forEach(each -> each.limitBytes(BYTES));
            assertThat(here.receive(BYTES - 1)).isTrue();
            while (there.receive(1)) {
                Thread.onSpinWait(); // an answer of the store tells of it
            }
            assertThat(there.counts().bytes()).as("few of its own").isLessThan(BYTES);
        }
    }

    @Test
    void aStoreThatLostEverythingAndGatewaysThatStartAgainServeNoMore() throws Exception {
        Counts kept;
        try (TestGateway one = gateway("one", 0)) {
            FetchAllowance allowance = allowance(one, 10, Counts.NONE);
            IntStream.range(0, 6).forEach(_ -> {
                assertThat(allowance.take()).isEqualTo(Supply.HELD);
                allowance.serve();
            });
            kept = allowance.counts();
        }
        redis.kill();
        redis.restart();
        try (TestGateway one = gateway("one", 0);
                TestGateway two = gateway("two", 0)) {
            var both = List.of(allowance(one, 10, kept), allowance(two, 10, Counts.NONE));
            awaitOpen(one);
            awaitOpen(two);
            long more = IntStream.range(0, 40)
                    .filter(i -> both.get(i % 2).take() == Supply.HELD)
                    .count();
            assertThat(more).isEqualTo(4);
        }
    }

    @Test
    void withoutTheStoreNothingIsTakenAndNobodyIsToldThatTheMaximumIsReached() {
        try (TestGateway one = gateway("one", 0)) {
            FetchAllowance allowance = allowance(one, 10, Counts.NONE);
            assertThat(allowance.take()).isEqualTo(Supply.HELD);
            redis.kill();
            while (one.counters.isOpen()) {
                Thread.onSpinWait();
            }
            assertThat(allowance.take()).isEqualTo(Supply.UNAVAILABLE);
        }
    }

    private static void awaitOpen(TestGateway gateway) {
        while (!gateway.counters.isOpen()) {
            Thread.onSpinWait();
        }
    }
}
