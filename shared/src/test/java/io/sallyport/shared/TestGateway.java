package io.sallyport.shared;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.ledger.Supply;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One process of a gateway as far as the ledger goes: its accounts, and the counters that it shares. */
final class TestGateway implements AutoCloseable {
    final List<String> ended = Collections.synchronizedList(new ArrayList<>());
    final SharedCounters counters;
    private final Membership membership;
    private final Ledger ledger;

    TestGateway(String id, SharedSettings settings) {
        this(id, settings, System::nanoTime);
    }

    TestGateway(String id, SharedSettings settings, LongSupplier nanoClock) {
        GatewayState state = GatewayState.inMemory(id);
        membership = new Membership(settings, state);
        counters = new SharedCounters(membership, state, nanoClock, ended::add, () -> true);
        ledger = new Ledger(counters);
        counters.start();
        membership.start();
    }

    static SharedSettings settings(String url, int slice) {
        return new SharedSettings(
                URI.create(url),
                null,
                (Path) null,
                null,
                "test",
                Duration.ofSeconds(10),
                slice,
                SharedSettings.OnOutage.SLACK,
                Duration.ofSeconds(10),
                Duration.ofSeconds(30));
    }

    /** With the budget of a lease, and what an earlier process spent of it. */
    Account account(
            String id, @Nullable Account parent, Map<String, BigDecimal> budget, Map<String, BigDecimal> spent) {
        Account account = ledger.open(id, parent);
        account.restore(spent);
        account.force(budget);
        return account;
    }

    Account account(String id, long requests) {
        return account(id, null, Map.of(Account.REQUESTS, BigDecimal.valueOf(requests)), Map.of());
    }

    /** One request, which waits for the store as the proxy does. */
    static Supply request(Account account) {
        while (!account.takeRequest(null)) {
            CompletionStage<Supply> missing = account.awaitRequest(null);
            Supply came = missing == null
                    ? Supply.HELD
                    : missing.toCompletableFuture().join();
            if (came != Supply.HELD) {
                return came;
            }
        }
        return Supply.HELD;
    }

    /** Requests until the budget is used up; how many passed. */
    static int requests(Account account) {
        int passed = 0;
        for (Supply came = request(account); came != Supply.USED_UP; came = request(account)) {
            passed += came == Supply.HELD ? 1 : 0;
        }
        return passed;
    }

    @Override
    public void close() {
        counters.close();
        membership.close();
    }

    /** Ends as a process does that is killed. */
    void abandon() {
        counters.abandon();
        membership.abandon();
    }
}
