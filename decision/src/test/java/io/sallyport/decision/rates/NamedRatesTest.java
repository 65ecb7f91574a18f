package io.sallyport.decision.rates;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NamedRatesTest {
    private static final int THREADS = 64;
    private static final RateKey SANDBOX = new RateKey.BySandbox();
    private static final RateKey HOST = new RateKey.ByHost();
    private static final RateBounds SMALL = new RateBounds(3, 5);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);

    private NamedRates rates(RateBounds bounds, NamedRate... rates) {
        return new NamedRates(List.of(rates), bounds, nanos::get);
    }

    private static NamedRate perMinute(String name, int requests, int burst, RateKey... by) {
        return new NamedRate(name, requests, Duration.ofMinutes(1), burst, List.of(by));
    }

    private static RateSubject at(String family, String host) {
        return new RateSubject(family, host, Map.of());
    }

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static boolean passes(NamedRates rates, String names, RateSubject subject) {
        return rates.take(names, subject, true) instanceof Verdict.Pass;
    }

    @Test
    void whatComesBackComesEvenlyAndARefusalSaysWhenAndWhich() {
        NamedRates rates = rates(RateBounds.DEFAULT, perMinute("slow", 60, 2, SANDBOX));
        assertThat(passes(rates, "slow", at("a", "x.test"))).isTrue();
        assertThat(passes(rates, "slow", at("a", "y.test"))).isTrue();
        assertThat(rates.take("slow", at("a", "z.test"), true))
                .isInstanceOfSatisfying(Verdict.Refuse.class, refused -> {
                    assertThat(refused.reason()).isEqualTo(ReasonCode.RATE_LIMITED);
                    assertThat(refused.deny().rule()).isEqualTo("rate:slow");
                    assertThat(refused.retryAfterNanos()).isEqualTo(1_000_000_000L);
                });
        assertThat(passes(rates, "slow", at("b", "x.test")))
                .as("another sandbox")
                .isTrue();
        pass(999);
        assertThat(passes(rates, "slow", at("a", "x.test"))).isFalse();
        pass(1);
        assertThat(passes(rates, "slow", at("a", "x.test"))).isTrue();
    }

    @Test
    void refusalsAreCountedByRateAndNotWhatIsOnlyLookedAt() {
        NamedRates rates =
                rates(RateBounds.DEFAULT, perMinute("slow", 60, 1, SANDBOX), perMinute("quick", 60, 5, HOST));
        var meters = new SimpleMeterRegistry();
        rates.bindTo(meters);
        for (int i = 0; i < 4; i++) {
            rates.take("quick+slow", at("a", "x.test"), true);
        }
        rates.take("slow", at("a", "x.test"), false);
        rates.take("other", at("a", "x.test"), true);
        assertThat(meters.get("sallyport.rate.refused")
                        .tag("rate", "slow")
                        .functionCounter()
                        .count())
                .isEqualTo(3);
        assertThat(meters.get("sallyport.rate.refused")
                        .tag("rate", "quick")
                        .functionCounter()
                        .count())
                .isZero();
        assertThat(meters.getMeters()).as("only what is configured").hasSize(2);
    }

    @Test
    void inNoTimeAsLongAsPerPassMoreThanRequestsAndBurst() {
        NamedRates rates = rates(RateBounds.DEFAULT, perMinute("r", 7, 5, SANDBOX));
        Random random = new Random(1);
        Deque<Long> window = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            pass(random.nextInt(3) == 0 ? random.nextInt(20_000) : random.nextInt(50));
            if (passes(rates, "r", at("a", "x.test"))) {
                window.addLast(nanos.get());
            }
            while (!window.isEmpty() && nanos.get() - window.getFirst() >= TimeUnit.MINUTES.toNanos(1)) {
                window.removeFirst();
            }
            assertThat(window).hasSizeLessThanOrEqualTo(7 + 5);
        }
    }

    @Test
    void sixtyFourThreadsGetExactlyWhatThereIs() throws InterruptedException {
        NamedRates rates =
                rates(RateBounds.DEFAULT, perMinute("one", 100, 1_000, SANDBOX), perMinute("all", 100, 700, SANDBOX));
        var admitted = new AtomicInteger();
        var begin = new CountDownLatch(1);
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                threads.execute(() -> {
                    await(begin);
                    for (int j = 0; j < 50; j++) {
                        if (passes(rates, "all+one", at("a", "x.test"))) {
                            admitted.incrementAndGet();
                        }
                    }
                });
            }
            begin.countDown();
        }
        assertThat(admitted).hasValue(700);
        for (int i = 0; i < 300; i++) {
            assertThat(passes(rates, "one", at("a", "x.test")))
                    .as("not charged by refusals")
                    .isTrue();
        }
        assertThat(passes(rates, "one", at("a", "x.test"))).isFalse();
    }

    @Test
    void whoCyclesHostsIsRefusedAndGetsNoFreshBucket() {
        NamedRates rates = rates(SMALL, perMinute("h", 1, 1, SANDBOX, HOST));
        for (int i = 0; i < 3; i++) {
            assertThat(passes(rates, "h", at("a", "h" + i))).isTrue();
        }
        for (int i = 3; i < 1_000; i++) {
            assertThat(passes(rates, "h", at("a", "h" + i))).isFalse();
        }
        assertThat(passes(rates, "h", at("a", "h0"))).isFalse();
        assertThat(passes(rates, "h", at("b", "h0")))
                .as("another's room is its own")
                .isTrue();
        assertThat(rates.kept()).isEqualTo(4);
    }

    @Test
    void roomComesFromCountsThatAreFullAgainAloneAndTheirKeysStayExact() {
        NamedRates rates = rates(SMALL, perMinute("h", 1, 1, HOST));
        assertThat(passes(rates, "h", at("a", "h0"))).isTrue();
        pass(30_000);
        assertThat(passes(rates, "h", at("a", "h1"))).isTrue();
        assertThat(passes(rates, "h", at("a", "h2"))).isTrue();
        assertThat(passes(rates, "h", at("a", "h3"))).isFalse();
        pass(30_000);
        assertThat(passes(rates, "h", at("a", "h3"))).as("in the place of h0").isTrue();
        assertThat(passes(rates, "h", at("a", "h0")))
                .as("there is no room again")
                .isFalse();
        assertThat(passes(rates, "h", at("b", "h1"))).as("whoever asks").isFalse();
        assertThat(rates.kept()).isEqualTo(3);
    }

    @Test
    void theBoundOnAllHoldsWhateverEachMayHave() {
        NamedRates rates = rates(SMALL, perMinute("h", 1, 1, SANDBOX, HOST));
        int admitted = 0;
        for (int i = 0; i < 100; i++) {
            admitted += passes(rates, "h", at("s" + i, "h")) ? 1 : 0;
        }
        assertThat(admitted).isEqualTo(5);
        assertThat(rates.kept()).isEqualTo(5);
        pass(60_000);
        assertThat(passes(rates, "h", at("s99", "h"))).isTrue();
    }

    @Test
    void twoRatesOnAFullTableKeepBothCharges() {
        NamedRates rates = rates(new RateBounds(1, 1), perMinute("p", 1, 1, SANDBOX), perMinute("q", 1, 1, SANDBOX));
        assertThat(passes(rates, "p+q", at("a", "x")))
                .as("two do not fit into one")
                .isFalse();
        assertThat(passes(rates, "p", at("a", "x"))).isTrue();
        pass(60_000);
        assertThat(passes(rates, "q", at("a", "x"))).isTrue();
        assertThat(passes(rates, "q", at("a", "x"))).isFalse();
        assertThat(rates.kept()).isEqualTo(1);
    }

    @Test
    void labelsSeparateAndAllWithoutTheLabelAreOne() {
        NamedRates rates = rates(RateBounds.DEFAULT, perMinute("t", 1, 1, new RateKey.ByLabel("team")));
        assertThat(passes(rates, "t", new RateSubject("a", "x", Map.of("team", "docs"))))
                .isTrue();
        assertThat(passes(rates, "t", new RateSubject("b", "x", Map.of("team", "docs"))))
                .isFalse();
        assertThat(passes(rates, "t", new RateSubject("b", "x", Map.of()))).isTrue();
        assertThat(passes(rates, "t", new RateSubject("c", "x", Map.of("other", "docs"))))
                .isFalse();
    }

    @Test
    void looksWithoutCounting() {
        NamedRates rates = rates(RateBounds.DEFAULT, perMinute("r", 1, 1, SANDBOX));
        for (int i = 0; i < 3; i++) {
            assertThat(rates.take("r", at("a", "x"), false)).isEqualTo(Verdict.PASS);
        }
        assertThat(rates.kept()).isZero();
    }

    @Test
    void aNameThatIsNotConfiguredRefuses() {
        NamedRates rates = rates(RateBounds.DEFAULT, perMinute("r", 1, 1, SANDBOX));
        assertThat(rates.knows("r")).isTrue();
        for (String names : List.of("", "+", "r+", "+r", "r+s", "R")) {
            assertThat(rates.knows(names)).as(names).isFalse();
            assertThat(rates.take(names, at("a", "x"), true)).isEqualTo(Verdict.refuse(ReasonCode.UNKNOWN_OBLIGATION));
        }
    }

    @Test
    void theLongestBurstAtTheSlowestRateDoesNotOverflow() {
        var slowest = new NamedRate("r", 1, NamedRate.MAX_PER, RateUnit.REQUESTS.most(), List.of(SANDBOX));
        NamedRates rates = rates(RateBounds.DEFAULT, slowest);
        for (int i = 0; i < RateUnit.REQUESTS.most(); i++) {
            assertThat(passes(rates, "r", at("a", "x"))).isTrue();
        }
        assertThat(passes(rates, "r", at("a", "x"))).isFalse();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static NamedRate tokens(int most, int burst, RateKey... by) {
        return new NamedRate("t", RateUnit.TOKENS, most, Duration.ofMinutes(1), burst, List.of(by));
    }

    private static RateSubject model(String family, String model) {
        return new RateSubject(family, "x", Map.of(), model);
    }

    private static boolean passes(NamedRates rates, TokenCharge charge) {
        return rates.take("t", model("a", "m"), charge, true) instanceof Verdict.Pass;
    }

    @Test
    void tokensAreTakenByEstimateAndGivenBackByWhatWasUsed() {
        NamedRates rates = rates(RateBounds.DEFAULT, tokens(60_000, 1_000, SANDBOX));
        var first = new TokenCharge(800);
        assertThat(passes(rates, first)).isTrue();
        assertThat(rates.take("t", model("a", "m"), new TokenCharge(400), true))
                .isInstanceOfSatisfying(Verdict.Refuse.class, refused -> {
                    assertThat(refused.reason()).isEqualTo(ReasonCode.RATE_LIMITED);
                    assertThat(refused.retryAfterNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
                });
        first.settle(600);
        assertThat(passes(rates, new TokenCharge(400))).isTrue();
        assertThat(passes(rates, new TokenCharge(1))).isFalse();
    }

    @Test
    void whatWasUsedBeyondTheEstimateIsOwed() {
        NamedRates rates = rates(RateBounds.DEFAULT, tokens(60_000, 1_000, SANDBOX));
        var first = new TokenCharge(10);
        assertThat(passes(rates, first)).isTrue();
        first.settle(3_000);
        assertThat(passes(rates, new TokenCharge(1))).isFalse();
        pass(2_000);
        assertThat(passes(rates, new TokenCharge(1))).isFalse();
        pass(1);
        assertThat(passes(rates, new TokenCharge(1))).isTrue();
    }

    @Test
    void aCallLargerThanTheBucketWaitsUntilItIsFull() {
        NamedRates rates = rates(RateBounds.DEFAULT, tokens(60_000, 1_000, SANDBOX));
        var large = new TokenCharge(50_000);
        assertThat(passes(rates, large)).isTrue();
        assertThat(passes(rates, new TokenCharge(50_000))).isFalse();
        pass(999);
        assertThat(passes(rates, new TokenCharge(50_000))).isFalse();
        pass(1);
        assertThat(passes(rates, new TokenCharge(50_000))).isTrue();
    }

    @Test
    void whatCameBackByItselfIsNotGivenBackAgain() {
        NamedRates rates = rates(RateBounds.DEFAULT, tokens(60_000, 1_000, SANDBOX));
        var slow = new TokenCharge(1_000);
        assertThat(passes(rates, slow)).isTrue();
        pass(1_000);
        assertThat(passes(rates, new TokenCharge(1_000))).isTrue();
        slow.settle(0);
        assertThat(passes(rates, new TokenCharge(1))).isFalse();
    }

    @Test
    void aRateOfTokensCountsNoOtherRequestsAndModelsApartWhereItSaysSo() {
        NamedRates rates = rates(RateBounds.DEFAULT, tokens(1_000, 1_000, SANDBOX, new RateKey.ByModel()));
        for (int i = 0; i < 5_000; i++) {
            assertThat(passes(rates, "t", at("a", "x"))).isTrue();
        }
        assertThat(rates.kept()).isZero();
        assertThat(passes(rates, new TokenCharge(1_000))).isTrue();
        assertThat(passes(rates, new TokenCharge(1_000))).isFalse();
        assertThat(rates.take("t", model("a", "other"), new TokenCharge(1_000), true))
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void whereARateOfRequestsRefusesNoTokensAreTaken() {
        NamedRates rates = rates(RateBounds.DEFAULT, tokens(60_000, 1_000, SANDBOX), perMinute("r", 1, 1, SANDBOX));
        assertThat(passes(rates, "r", at("a", "x"))).isTrue();
        assertThat(rates.take("t+r", model("a", "m"), new TokenCharge(1_000), true))
                .isInstanceOf(Verdict.Refuse.class);
        assertThat(passes(rates, new TokenCharge(1_000))).isTrue();
    }

    @Test
    void theSlowestRatesAndLongestBurstsFitTheClock() {
        for (RateUnit unit : RateUnit.values()) {
            var slowest = new NamedRate("t", unit, unit.least(), NamedRate.MAX_PER, unit.most(), List.of(SANDBOX));
            NamedRates rates = rates(RateBounds.DEFAULT, slowest);
            var charge = new TokenCharge(Long.MAX_VALUE);
            assertThat(passes(rates, charge)).isTrue();
            charge.settle(Long.MAX_VALUE);
            if (unit == RateUnit.TOKENS) {
                assertThat(rates.take("t", model("a", "m"), charge, true))
                        .isInstanceOfSatisfying(
                                Verdict.Refuse.class,
                                refused -> assertThat(refused.retryAfterNanos()).isPositive());
            }
        }
    }
}
