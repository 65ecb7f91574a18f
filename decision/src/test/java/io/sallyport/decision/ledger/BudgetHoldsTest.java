package io.sallyport.decision.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an endpoint that pays afterwards, as one for models, does with a budget. */
class BudgetHoldsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final BudgetHolds holds = new BudgetHolds(nanos::get);
    private final Ledger ledger = new Ledger();
    private final Account account = ledger.open("sb", null);

    private static BigDecimal usd(String amount) {
        return new BigDecimal(amount);
    }

    private void grant(String currency, String amount) {
        assertThat(account.grant(Map.of(currency, usd(amount)))).isEqualTo(BudgetGrant.GRANTED);
    }

    private void left(String amount) {
        assertThat(account.remaining().get("USD")).isEqualByComparingTo(amount);
    }

    private BudgetHold held(String amount) {
        return ((BudgetHolds.Answer.Held) holds.reserve(account, Map.of("USD", usd(amount)), MINUTE)).hold();
    }

    @Test
    void theEstimateIsTakenAtOnceAndTheRestComesBack() {
        grant("USD", "1.00");
        BudgetHold hold = held("0.60");
        left("0.40");
        assertThat(holds.reserve(account, Map.of("USD", usd("0.41")), MINUTE))
                .isEqualTo(new BudgetHolds.Answer.Exhausted());
        assertThat(hold.settle(Map.of("USD", usd("0.25")))).isTrue();
        left("0.75");
        assertThat(hold.settle(Map.of("USD", usd("9")))).isFalse();
        left("0.75");
        assertThat(holds.open()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {Account.REQUESTS, Account.USES})
    void whoTookTheLastOneMaySpendOnIt(String currency) {
        account.force(Map.of(currency, usd("1"), "USD", usd("1.00")));
        assertThat(account.takeRequest(null)).isTrue();
        held("0.60");
        left("0.40");
    }

    @Test
    void whatCostsMoreThanItsEstimateIsChargedAllTheSame() {
        grant("USD", "1.00");
        held("0.60").settle(Map.of("USD", usd("1.30")));
        left("-0.30");
        assertThat(holds.reserve(account, Map.of("tokens", usd("1")), MINUTE))
                .isEqualTo(new BudgetHolds.Answer.Exhausted());
    }

    @Test
    void ofSeveralCurrenciesAllAreTakenOrNone() {
        assertThat(account.grant(Map.of("USD", usd("1.00"), "tokens", usd("100"))))
                .isEqualTo(BudgetGrant.GRANTED);
        assertThat(holds.reserve(account, Map.of("USD", usd("0.50"), "tokens", usd("101")), MINUTE))
                .isEqualTo(new BudgetHolds.Answer.Exhausted());
        left("1.00");
        assertThat(holds.open()).isZero();
    }

    @Test
    void aStreamIsCutWhereReservationAndRemainderAreUsedUp() {
        grant("USD", "1.00");
        BudgetHold hold = held("0.40");
        assertThat(hold.covers("USD", usd("0.40"))).isTrue();
        left("0.60");
        assertThat(hold.covers("USD", usd("0.90"))).isTrue();
        left("0.10");
        assertThat(hold.covers("USD", usd("1.01"))).isFalse();
        hold.settle(Map.of("USD", usd("0.95")));
        left("0.05");
    }

    @Test
    void whatIsNotSettledInItsTimeStandsAsSpent() {
        grant("USD", "1.00");
        BudgetHold hold = held("0.60");
        nanos.addAndGet(MINUTE.toNanos() - 1);
        holds.expire();
        assertThat(holds.open()).isOne();
        nanos.incrementAndGet();
        holds.expire();
        assertThat(holds.open()).isZero();
        left("0.40");
        assertThat(hold.covers("USD", usd("0.10"))).isFalse();
        assertThat(hold.settle(Map.of("USD", usd("0.10"))))
                .as("too late to give back")
                .isFalse();
        left("0.40");
    }

    @Test
    void whatCameTooLateAndCostMoreIsChargedStill() {
        grant("USD", "1.00");
        BudgetHold hold = held("0.60");
        nanos.addAndGet(MINUTE.toNanos());
        holds.expire();
        hold.settle(Map.of("USD", usd("0.70")));
        left("0.30");
    }

    @Test
    void aCurrencyThatIsNamedMeanwhileIsGivenNothingBack() {
        BudgetHold hold = held("0.60");
        grant("USD", "1.00");
        hold.settle(Map.of("USD", usd("0.20")));
        left("1.00");
    }

    @Test
    void aChildThatNamesItsOwnMeanwhileIsGivenNothingOfItsParents() {
        grant("USD", "1.00");
        Account child = ledger.open("child", account);
        BudgetHold hold = ((BudgetHolds.Answer.Held) holds.reserve(child, Map.of("USD", usd("0.50")), MINUTE)).hold();
        assertThat(child.grant(Map.of("USD", usd("0.40")))).isEqualTo(BudgetGrant.GRANTED);
        hold.settle(Map.of("USD", usd("0.10")));
        assertThat(child.remaining().get("USD")).isEqualByComparingTo("0.40");
        left("0.50");
    }

    @Test
    void aRefusalUpstreamUsesUpWhatMetricsChargeUntilAnotherAmountIsGranted() {
        assertThat(account.grant(Map.of("USD", usd("1.00"), "requests", usd("5"))))
                .isEqualTo(BudgetGrant.GRANTED);
        Account child = ledger.open("child", account);
        Account own = ledger.open("own", account);
        assertThat(own.grant(Map.of("USD", usd("0.10")))).isEqualTo(BudgetGrant.GRANTED);
        assertThat(child.refuse()).containsExactly("USD");
        assertThat(child.refuse()).as("known already").isEmpty();
        assertThat(account.exhausted()).isEqualTo("USD");
        assertThat(own.exhausted()).as("has its own part").isNull();
        assertThat(child.usedUp(null)).extracting(Balance::currency).containsExactly("USD");
        assertThat(child.reserve("USD", usd("0.01"))).isNull();
        assertThat(account.grant(Map.of("USD", usd("1.00"), "requests", usd("5"))))
                .isEqualTo(BudgetGrant.GRANTED);
        assertThat(account.exhausted()).as("the same again").isEqualTo("USD");
        assertThat(account.grant(Map.of("USD", usd("2.00"), "requests", usd("5"))))
                .isEqualTo(BudgetGrant.GRANTED);
        assertThat(account.exhausted()).isNull();
        left("1.90");
    }

    @Test
    void withoutSuchABudgetARefusalUpstreamUsesNothingUp() {
        grant("requests", "5");
        assertThat(account.refuse()).isEmpty();
        assertThat(account.exhausted()).isNull();
    }

    /** The race of the specs: 128 at once under USD:1.00, two of 0.50 are granted. */
    @Test
    void ofManyAtOnceExactlyAsManyAreHeldAsThereIs() throws InterruptedException {
        grant("USD", "1.00");
        var go = new CountDownLatch(1);
        var granted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 128; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                if (holds.reserve(account, Map.of("USD", usd("0.50")), MINUTE) instanceof BudgetHolds.Answer.Held) {
                    granted.incrementAndGet();
                }
            }));
        }
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(granted).hasValue(2);
        assertThat(holds.open()).isEqualTo(2);
        left("0.00");
    }
}
