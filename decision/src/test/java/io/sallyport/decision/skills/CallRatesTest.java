package io.sallyport.decision.skills;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.skills.CallRates.Demand;
import io.sallyport.decision.skills.CallRates.Run;
import io.sallyport.model.RateLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallRatesTest {
    private static final Run RUN = new Run("run-1", 1);
    private static final int THREADS = 64;

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);
    private final CallRates rates = new CallRates(nanos::get);

    private static SkillLimits limits(int perSecond, int perMinute, int perRun) {
        return new SkillLimits(new RateLimits(perSecond, perMinute, perRun), Map.of(), 0, 0, 0);
    }

    private static Demand demand(SkillLimits limits) {
        return new Demand("rust", limits, "tool.call", RateLimits.NONE);
    }

    private Verdict admit(SkillLimits limits) {
        return rates.admit(RUN, demand(limits), true);
    }

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void sixtyFourThreadsGetExactlyWhatThereIs() throws InterruptedException {
        var admitted = new AtomicInteger();
        var begin = new CountDownLatch(1);
        Demand demand = new Demand("rust", limits(0, 1_000, 900), "tool.call", new RateLimits(0, 800, 0));
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                threads.execute(() -> {
                    await(begin);
                    for (int j = 0; j < 50; j++) {
                        if (rates.admit(RUN, demand, true) instanceof Verdict.Pass) {
                            admitted.incrementAndGet();
                        }
                    }
                });
            }
            begin.countDown();
            threads.shutdown();
            assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(admitted).hasValue(800);
        Demand other = new Demand("rust", limits(0, 1_000, 900), "model.use", RateLimits.NONE);
        int more = 0;
        while (rates.admit(RUN, other, true) instanceof Verdict.Pass) {
            more++;
        }
        assertThat(more).as("a call that did not fit took nothing").isEqualTo(100);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aBucketNeverGivesMoreThanItHoldsAndWhatCameBack() {
        Random random = new Random(20261122);
        SkillLimits limits = limits(7, 0, 0);
        long begin = nanos.get();
        int admitted = 0;
        for (int i = 0; i < 20_000; i++) {
            nanos.addAndGet(random.nextInt(60_000_000));
            switch (admit(limits)) {
                case Verdict.Pass _ -> admitted++;
                case Verdict.Refuse limited ->
                    assertThat(limited.retryAfterNanos()).isBetween(1L, 1_000_000_000L / 7 + 1);
            }
            double most = 7 + (nanos.get() - begin) * 7 / 1e9;
            assertThat((double) admitted).as("seed 20261122, call %d", i).isLessThanOrEqualTo(most);
        }
        assertThat(admitted).isGreaterThan(4_000);
    }

    @Test
    void whoWaitsAsLongAsItWasToldIsAdmitted() {
        SkillLimits limits = limits(3, 4, 0);
        for (int i = 0; i < 50; i++) {
            if (admit(limits) instanceof Verdict.Refuse limited) {
                nanos.addAndGet(limited.retryAfterNanos());
                assertThat(admit(limits)).isEqualTo(Verdict.PASS);
            }
        }
    }

    @Test
    void aRunHasItsCallsAndAnotherRunBeginsAnew() {
        SkillLimits limits = limits(0, 0, 2);
        assertThat(admit(limits)).isEqualTo(Verdict.PASS);
        assertThat(admit(limits)).isEqualTo(Verdict.PASS);
        assertThat(admit(limits)).isEqualTo(Verdict.refuse(ReasonCode.RUN_LIMIT_REACHED));
        pass(3_600_000);
        assertThat(admit(limits)).as("no waiting helps").isInstanceOf(Verdict.Refuse.class);
        assertThat(rates.admit(new Run("run-1", 2), demand(limits), true)).isInstanceOf(Verdict.Refuse.class);
        assertThat(rates.admit(new Run("run-2", 3), demand(limits), true)).isEqualTo(Verdict.PASS);
        assertThat(rates.admit(RUN, demand(limits), true))
                .as("who began under the policy before it takes of the run that is there")
                .isEqualTo(Verdict.PASS);
        assertThat(rates.admit(new Run("run-2", 3), demand(limits), true)).isInstanceOf(Verdict.Refuse.class);
    }

    @Test
    void eachCapabilityHasItsOwnBound() {
        var byCapability = Map.of("tool.call", new RateLimits(0, 1, 0));
        var limits = new SkillLimits(new RateLimits(0, 3, 0), byCapability, 0, 0, 0);
        assertThat(admit(limits)).isEqualTo(Verdict.PASS);
        assertThat(admit(limits)).isInstanceOf(Verdict.Refuse.class);
        Demand model = new Demand("rust", limits, "model.use", RateLimits.NONE);
        assertThat(rates.admit(RUN, model, true)).isEqualTo(Verdict.PASS);
        assertThat(rates.admit(RUN, model, true)).isEqualTo(Verdict.PASS);
        assertThat(rates.admit(RUN, model, true)).as("of all together").isInstanceOf(Verdict.Refuse.class);
    }

    @Test
    void skillsDoNotTakeOfOneAnother() {
        SkillLimits limits = limits(0, 1, 0);
        assertThat(admit(limits)).isEqualTo(Verdict.PASS);
        assertThat(admit(limits)).isInstanceOf(Verdict.Refuse.class);
        assertThat(rates.admit(RUN, new Demand("go", limits, "tool.call", RateLimits.NONE), true))
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void lookingTakesNothing() {
        SkillLimits limits = new SkillLimits(new RateLimits(1, 1, 1), Map.of(), 1, 1_000, 0);
        for (int i = 0; i < 5; i++) {
            assertThat(rates.admit(RUN, demand(limits), false)).isEqualTo(Verdict.PASS);
            assertThat(rates.refuse(RUN, "rust", limits, false)).isEqualTo(Verdict.PASS);
        }
        assertThat(admit(limits)).isEqualTo(Verdict.PASS);
        assertThat(rates.admit(RUN, demand(limits), false)).isInstanceOf(Verdict.Refuse.class);
    }

    @Test
    void aPlaceIsFreeWhenTheTimeOfItsCallIsOver() {
        var limits = new SkillLimits(RateLimits.NONE, Map.of(), 2, 1_000, 0);
        assertThat(admit(limits)).isEqualTo(Verdict.PASS);
        pass(400);
        assertThat(admit(limits)).isEqualTo(Verdict.PASS);
        assertThat(admit(limits)).isEqualTo(Verdict.Refuse.until(ReasonCode.RATE_LIMITED, 600_000_000L));
        var running = new HashMap<String, Long>();
        rates.addRunning(running);
        assertThat(running).containsExactly(Map.entry("rust", 2L));
        pass(600);
        assertThat(admit(limits)).isEqualTo(Verdict.PASS);
        var fewer = new SkillLimits(RateLimits.NONE, Map.of(), 1, 1_000, 0);
        assertThat(admit(fewer))
                .as("two have to end before one more fits in a smaller bound")
                .isEqualTo(Verdict.Refuse.until(ReasonCode.RATE_LIMITED, 1_000_000_000L));
        pass(1_000);
        running.clear();
        rates.addRunning(running);
        assertThat(running).isEmpty();
    }

    @Test
    void whatIsRefusedHasTenTimesAsMuch() {
        SkillLimits limits = limits(0, 2, 0);
        for (int i = 0; i < 20; i++) {
            assertThat(rates.refuse(RUN, "rust", limits, true)).isEqualTo(Verdict.PASS);
        }
        assertThat(rates.refuse(RUN, "rust", limits, true)).isInstanceOf(Verdict.Refuse.class);
        assertThat(admit(limits)).as("what is allowed has its own").isEqualTo(Verdict.PASS);
        assertThat(rates.refuse(RUN, null, SkillLimits.NONE, true)).isEqualTo(Verdict.PASS);
    }

    @Test
    void whoAsksCannotMakeItGrow() {
        SkillLimits limits = limits(0, 1_000_000, 0);
        for (int i = 0; i < 1_000; i++) {
            Demand demand = new Demand("rust", limits, "x-vendor.a.b" + i, RateLimits.NONE);
            assertThat(rates.admit(RUN, demand, i % 2 == 0)).isEqualTo(Verdict.PASS);
        }
        assertThat(rates.kept()).isEqualTo(1);
    }

    @Test
    void boundsThatChangeHoldForWhatWasTakenBefore() {
        for (int i = 0; i < 10; i++) {
            assertThat(admit(limits(0, 10, 0))).isEqualTo(Verdict.PASS);
        }
        assertThat(admit(limits(0, 5, 0))).isInstanceOf(Verdict.Refuse.class);
        assertThat(admit(limits(0, 0, 10))).as("ten were made in this run").isInstanceOf(Verdict.Refuse.class);
        assertThat(admit(limits(0, 0, 11))).isEqualTo(Verdict.PASS);
    }
}
