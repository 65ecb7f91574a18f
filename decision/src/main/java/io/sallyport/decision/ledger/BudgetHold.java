package io.sallyport.decision.ledger;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one operation may cost, set aside in each of its currencies while it runs. Whoever made it settles it; what is
 * not settled in its time stands as spent. Safe for concurrent use.
 */
public final class BudgetHold {
    private final Account account;
    private final long endNanos;
    private final Consumer<BudgetHold> ended;
    private final Map<String, List<Reservation>> reservations = new HashMap<>(); // guarded by this
    private State state = State.OPEN; // guarded by this

    private enum State {
        OPEN,
        /** Its time is over: what was set aside stands as spent. */
        EXPIRED,
        SETTLED
    }

    private BudgetHold(Account account, long endNanos, Consumer<BudgetHold> ended) {
        this.account = account;
        this.endNanos = endNanos;
        this.ended = ended;
    }

    /** All of {@code estimate}, or null where there is too little of one currency: then nothing is set aside. */
    static @Nullable BudgetHold of(
            Account account, Map<String, BigDecimal> estimate, long endNanos, Consumer<BudgetHold> ended) {
        BudgetHold hold = new BudgetHold(account, endNanos, ended);
        for (Map.Entry<String, BigDecimal> entry : estimate.entrySet()) {
            if (!hold.reserve(entry.getKey(), entry.getValue())) {
                hold.release();
                return null;
            }
        }
        return hold;
    }

    private synchronized boolean reserve(String currency, BigDecimal amount) {
        if (amount.signum() <= 0) {
            return true;
        }
        Reservation reservation = account.reserve(currency, amount);
        if (reservation != null) {
            reservations.computeIfAbsent(currency, _ -> new ArrayList<>(1)).add(reservation);
        }
        return reservation != null;
    }

    private synchronized void release() {
        state = State.SETTLED;
        reservations.values().forEach(list -> list.forEach(Reservation::giveBack));
    }

    /**
     * Whether what has been used so far is set aside: where it is more than that, the rest is set aside too, if it is
     * left. False where it is not left, or where this is over: what is under way is to be ended.
     */
    public synchronized boolean covers(String currency, BigDecimal used) {
        if (state != State.OPEN) {
            return false;
        }
        BigDecimal missing = used.subtract(reserved(currency));
        return missing.signum() <= 0 || reserve(currency, missing);
    }

    private BigDecimal reserved(String currency) {
        return reservations.getOrDefault(currency, List.of()).stream()
                .map(Reservation::reserved)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * Charges what it did cost in place of what was set aside: the rest goes back, and what is more is charged, whether
     * or not it is left. A currency that is not named costs what was set aside.
     *
     * @param actual by currency, not negative
     * @return false where its time was over, and only what is more than was set aside is charged, or where it was
     *     settled before
     */
    public synchronized boolean settle(Map<String, BigDecimal> actual) {
        State before = state;
        state = State.SETTLED;
        if (before == State.SETTLED) {
            return false;
        }
        actual.forEach((currency, amount) -> {
            BigDecimal more = amount.subtract(reserved(currency));
            if (more.signum() > 0) {
                account.spend(currency, more);
            } else if (before == State.OPEN) {
                giveBack(currency, more.negate());
            }
        });
        if (before == State.OPEN) {
            ended.accept(this);
        }
        return before == State.OPEN;
    }

    private void giveBack(String currency, BigDecimal rest) {
        BigDecimal left = rest;
        for (Reservation reservation : reservations.getOrDefault(currency, List.of())) {
            BigDecimal part = left.min(reservation.reserved());
            reservation.settle(reservation.reserved().subtract(part));
            left = left.subtract(part);
        }
    }

    /** Where its time is over it ends, and what was set aside stands as spent. */
    synchronized void expire(long nowNanos) {
        if (state == State.OPEN && nowNanos - endNanos >= 0) {
            state = State.EXPIRED;
            ended.accept(this);
        }
    }
}
