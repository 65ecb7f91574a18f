package io.sallyport.decision.ledger;

import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicBoolean;

/** An estimate that was charged before the true amount was known. Settled once; safe for concurrent use. */
public final class Reservation {
    private final Account account;
    private final String currency;
    private final BigDecimal reserved;
    private final AtomicBoolean settled = new AtomicBoolean();

    Reservation(Account account, String currency, BigDecimal reserved) {
        this.account = account;
        this.currency = currency;
        this.reserved = reserved;
    }

    /** Charges {@code actual}, not negative, in its place, also where that is more; later calls do nothing. */
    public void settle(BigDecimal actual) {
        if (settled.compareAndSet(false, true)) {
            account.settle(currency, reserved, actual);
        }
    }

    /** Charges nothing in its place. */
    public void giveBack() {
        settle(BigDecimal.ZERO);
    }
}
