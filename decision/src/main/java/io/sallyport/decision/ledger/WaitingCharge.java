package io.sallyport.decision.ledger;

import io.sallyport.model.host.CanonicalHost;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Charges by threads that may wait, where counters are shared with other gateways; elsewhere nothing waits. The store
 * answers or is given up in a bounded time.
 */
public final class WaitingCharge {
    private WaitingCharge() {}

    /** {@link Account#takeRequest}; {@link Supply#HELD} where it was charged. */
    public static Supply takeRequest(Account account, @Nullable CanonicalHost host) {
        return charge(account, () -> account.takeRequest(host), () -> account.awaitRequest(host));
    }

    /** Charges {@code amount} if all of it is left; {@link Supply#HELD} where it was charged, or nobody counts it. */
    public static Supply take(Account account, String currency, BigDecimal amount) {
        return charge(account, () -> account.reserve(currency, amount) != null, () -> account.await(currency, amount));
    }

    /** A wait for nothing means that it came meanwhile: it is taken again. */
    private static Supply charge(
            Account account, BooleanSupplier takes, Supplier<@Nullable CompletionStage<Supply>> missing) {
        while (!takes.getAsBoolean()) {
            if (!account.isShared()) {
                return Supply.USED_UP;
            }
            CompletionStage<Supply> waited = missing.get();
            Supply came = waited == null ? Supply.HELD : wait(waited);
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
