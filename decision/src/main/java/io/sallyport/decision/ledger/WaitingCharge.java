package io.sallyport.decision.ledger;

import io.sallyport.model.host.CanonicalHost;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Charges by threads that may wait, where counters are shared with other gateways; elsewhere nothing waits. The store
 * answers or is given up in a bounded time.
 */
public final class WaitingCharge {
    private WaitingCharge() {}

    /** {@link Account#takeRequest}; {@link Supply#HELD} where it was charged. */
    public static Supply takeRequest(Account account, @Nullable CanonicalHost host) {
        while (!account.takeRequest(host)) {
            CompletionStage<Supply> missing = account.awaitRequest(host);
            Supply came = missing == null ? Supply.USED_UP : wait(missing);
            if (came != Supply.HELD) {
                return came;
            }
        }
        return Supply.HELD;
    }

    /** Charges {@code amount} if all of it is left; {@link Supply#HELD} where it was charged, or nobody counts it. */
    public static Supply take(Account account, String currency, BigDecimal amount) {
        while (account.reserve(currency, amount) == null) {
            if (!account.isShared()) {
                return Supply.USED_UP;
            }
            CompletionStage<Supply> missing = account.await(currency, amount);
            Supply came = missing == null ? Supply.HELD : wait(missing); // came meanwhile
            if (came != Supply.HELD) {
                return came;
            }
        }
        return Supply.HELD;
    }

    /** Waits for what a reservation of {@code amounts} needs; nothing is charged. */
    public static Supply await(Account account, Map<String, BigDecimal> amounts) {
        Supply worst = Supply.HELD;
        for (Map.Entry<String, BigDecimal> entry : amounts.entrySet()) {
            CompletionStage<Supply> missing = account.await(entry.getKey(), entry.getValue());
            Supply came = missing == null ? Supply.HELD : wait(missing);
            worst = came.compareTo(worst) > 0 ? came : worst;
        }
        return worst;
    }

    private static Supply wait(CompletionStage<Supply> missing) {
        return missing.toCompletableFuture().join();
    }
}
