package io.sallyport.decision.ledger;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicBoolean;

/** An estimate that was charged before the true amount was known. Settled once; safe for concurrent use. */
public final class Reservation {
    private final Account account;
    private final CounterChain charged;
    private final BigDecimal reserved;
    private final AtomicBoolean settled = new AtomicBoolean();

    Reservation(Account account, CounterChain charged, BigDecimal reserved) {
        this.account = account;
        this.charged = charged;
        this.reserved = reserved;
    }

    /** What it was charged. */
    public BigDecimal reserved() {
        return reserved;
    }

    /**
     * Charges {@code actual}, not negative, in its place, also where that is more.
     *
     * @return false where it was settled before, and nothing was done
     */
    public boolean settle(BigDecimal actual) {
        boolean first = settled.compareAndSet(false, true);
        if (first) {
            account.settle(charged, reserved, actual);
        }
        return first;
    }

    /** Charges nothing in its place. */
    public boolean giveBack() {
        return settle(BigDecimal.ZERO);
    }
}
