package io.sallyport.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetGrant;
import io.sallyport.decision.ledger.BudgetHolds;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.rates.TokenCharge;
import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelPrice;
import io.sallyport.inference.ModelRequest;
import io.sallyport.inference.ModelUsage;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.text.Parsed;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What calls set aside and settle, by a clock that the test moves. */
class ModelSpendingTest {
    /** A dollar for a thousand tokens, in and out. */
    private static final ModelPrice PRICE = new ModelPrice("USD", usd("1000"), usd("1000"), usd("1000"), usd("1000"));

    private final AtomicLong nanos = new AtomicLong();
    private final Ledger ledger = new Ledger();
    private final BudgetHolds holds = new BudgetHolds(nanos::get);

    private static BigDecimal usd(String amount) {
        return new BigDecimal(amount);
    }

    private Account account(Map<String, BigDecimal> budget) {
        Account account = ledger.open("sb-1", null);
        assertThat(account.grant(budget)).isEqualTo(BudgetGrant.GRANTED);
        return account;
    }

    private static ModelRequest chat(String more) {
        ModelEndpoint endpoint =
                ((Parsed.Accepted<ModelEndpoint>) ModelEndpoint.of("POST", "/v1/chat/completions")).value();
        byte[] body = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]%s}"
                .formatted(more)
                .getBytes(StandardCharsets.UTF_8);
        return ((Parsed.Accepted<ModelRequest>) ModelRequest.parse(endpoint, body)).value();
    }

    private ModelSpending.Prepared prepare(Account account, ModelRequest request, @Nullable ModelPrice price) {
        return ModelSpending.prepare(account, holds, request, price, false, ModelLimits.DEFAULT, new TokenCharge(0));
    }

    private ModelSpending.Prepared.Ready ready(Account account, ModelRequest request) {
        return (ModelSpending.Prepared.Ready) prepare(account, request, PRICE);
    }

    private static ReasonCode reason(ModelSpending.Prepared prepared) {
        return ((ModelSpending.Prepared.Refused) prepared).why().reason();
    }

    @Test
    void theOutputIsLoweredToWhatRemains() {
        Account account = account(Map.of("USD", usd("1")));
        var ready = ready(account, chat(",\"max_tokens\":100000"));
        assertThat(ready.request().maxTokens())
                .isEqualTo((int) (1_000 - ready.spending().estimatedInput()));
        assertThat(account.remaining().get("USD")).isEqualByComparingTo("0");
        assertThat(reason(prepare(account, chat(""), PRICE))).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
        assertThat(ready.spending().settle(new ModelUsage(10, 20, 0, 0, false)))
                .hasEntrySatisfying("USD", cost -> assertThat(cost).isEqualByComparingTo("0.03"));
        assertThat(account.remaining().get("USD")).isEqualByComparingTo("0.97");
    }

    @Test
    void aRequestThatNamesNoOutputGetsTheUsualWhereABudgetCountsAndIsLeftAloneElsewhere() {
        assertThat(ready(account(Map.of("USD", usd("1000"))), chat(""))
                        .request()
                        .maxTokens())
                .isEqualTo(ModelLimits.DEFAULT.outputTokens());
        assertThat(ready(account(Map.of("EUR", usd("1"))), chat("")).request().maxTokens())
                .isNull();
    }

    @Test
    void tokensAreABudgetOfTheirOwn() {
        Account account = account(Map.of("tokens", usd("500")));
        var ready = (ModelSpending.Prepared.Ready) prepare(account, chat(",\"max_tokens\":9000"), null);
        assertThat(ready.request().maxTokens()).isLessThan(500);
        ready.spending().settle(new ModelUsage(7, 11, 0, 0, false));
        assertThat(account.remaining()).containsEntry("tokens", usd("482"));
    }

    @Test
    void aModelWithoutAPriceIsRefusedWhereMoneyCountsUnlessItIsLocal() {
        Account account = account(Map.of("USD", usd("1")));
        assertThat(reason(prepare(account, chat(""), null))).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
        assertThat(ModelSpending.prepare(account, holds, chat(""), null, true, ModelLimits.DEFAULT, new TokenCharge(0)))
                .isInstanceOf(ModelSpending.Prepared.Ready.class);
    }

    @Test
    void whatIsReleasedIsThereAgainAndWhatIsNeverSettledStandsAsSpent() {
        Account account = account(Map.of("USD", usd("1")));
        ready(account, chat("")).spending().release();
        assertThat(account.remaining().get("USD")).isEqualByComparingTo("1");
        var lost = ready(account, chat(""));
        nanos.addAndGet(ModelLimits.DEFAULT.time().plus(Duration.ofMinutes(2)).toNanos());
        holds.expire();
        assertThat(holds.open()).isZero();
        assertThat(account.remaining().get("USD")).isEqualByComparingTo("0");
        assertThat(lost.spending().covers(1)).as("its time is over").isFalse();
    }

    @Test
    void aStreamThatWritesMoreThanItWasToldIsCoveredWhileThereIsMoreAndThenNot() {
        Account account = account(Map.of("USD", usd("1")));
        var ready = ready(account, chat(",\"max_tokens\":10"));
        assertThat(ready.spending().covers(10)).isTrue();
        assertThat(ready.spending().covers(100))
                .as("the rest is set aside, too")
                .isTrue();
        assertThat(ready.spending().covers(100_000)).isFalse();
    }

    /** No call gets to spend what another has: whatever happens, all that was set aside is at most the budget. */
    @Test
    void parallelCallsNeverSetAsideMoreThanThereIs() throws Exception {
        Account account = account(Map.of("USD", usd("5")));
        var go = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<ModelSpending.Prepared>> all = IntStream.range(0, 64)
                    .mapToObj(_ -> threads.submit(() -> {
                        go.await();
                        return prepare(account, chat(",\"max_tokens\":200"), PRICE);
                    }))
                    .toList();
            go.countDown();
            BigDecimal spent = BigDecimal.ZERO;
            int begun = 0;
            for (Future<ModelSpending.Prepared> each : all) {
                switch (each.get()) {
                    case ModelSpending.Prepared.Ready(ModelRequest request, ModelSpending spending) -> {
                        begun++;
                        int most = request.maxTokens() == null ? 0 : request.maxTokens();
                        spent = spent.add(spending.settle(new ModelUsage(spending.estimatedInput(), most, 0, 0, false))
                                .getOrDefault("USD", BigDecimal.ZERO));
                    }
                    case ModelSpending.Prepared.Refused(ModelRefusal why) ->
                        assertThat(why.reason()).isEqualTo(ReasonCode.BUDGET_EXHAUSTED);
                }
            }
            assertThat(begun).isBetween(1, 63);
            assertThat(spent).isLessThanOrEqualTo(usd("5"));
            assertThat(account.remaining().get("USD")).isEqualByComparingTo(usd("5").subtract(spent));
        }
    }
}
