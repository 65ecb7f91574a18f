package io.sallyport.decision.ledger;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Sets aside what operations may cost that are paid for afterwards, as model tokens are: estimated and checked in one
 * step, settled when the true amount is known. Safe for concurrent use; whoever made it has {@link #expire} called.
 */
public final class BudgetHolds {
    /** Open holds of all accounts. */
    static final int MAX_OPEN = 100_000;

    private final LongSupplier nanoClock;
    private final Set<BudgetHold> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    /** @param nanoClock elapsed nanoseconds */
    public BudgetHolds(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Whether an operation may begin. */
    public sealed interface Answer {
        record Held(BudgetHold hold) implements Answer {}

        /** There is too little left, or a budget is used up: BUDGET_EXHAUSTED. */
        record Exhausted() implements Answer {}

        /** Too much is under way: to be asked again. */
        record Busy() implements Answer {}
    }

    /**
     * Sets {@code estimate} aside from the account and all above it: all of it, or nothing.
     *
     * @param estimate by currency, not negative; what nobody names is not counted
     * @param lifetime after which what is not settled stands as spent
     */
    public Answer reserve(Account account, Map<String, BigDecimal> estimate, Duration lifetime) {
        if (count.incrementAndGet() > MAX_OPEN) {
            count.decrementAndGet();
            return new Answer.Busy();
        }
        long end = nanoClock.getAsLong() + lifetime.toNanos();
        BudgetHold hold = isLeft(account) ? BudgetHold.of(account, estimate, end, this::ended) : null;
        if (hold == null) {
            count.decrementAndGet();
            return new Answer.Exhausted();
        }
        open.add(hold);
        return new Answer.Held(hold);
    }

    /** Whoever asks has taken its request and its use: it may have been the last of either. */
    private static boolean isLeft(Account account) {
        String currency = account.exhausted();
        return currency == null
                || switch (CurrencyKind.of(currency)) {
                    case REQUESTS, USES -> true;
                    case BYTES, REPORTED -> false;
                };
    }

    private void ended(BudgetHold hold) {
        open.remove(hold);
        count.decrementAndGet();
    }

    /** Ends those whose time is over; to be called from time to time. */
    public void expire() {
        long now = nanoClock.getAsLong();
        open.forEach(hold -> hold.expire(now));
    }

    /** Holds that are neither settled nor over. */
    public int open() {
        return count.get();
    }
}
