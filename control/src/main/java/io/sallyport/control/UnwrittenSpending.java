package io.sallyport.control;

import io.sallyport.decision.ledger.Account;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accounts whose spending could not be written. A crash would refund what they spend meanwhile, so after a time limit
 * they are suspended, or may go on, depending on configuration. The first failure, the suspension and the recovery are
 * each logged once. Changed only by the thread that ticks; {@link #isEmpty} is safe for concurrent use.
 */
public final class UnwrittenSpending {
    private static final Logger LOG = LoggerFactory.getLogger(UnwrittenSpending.class);

    private final long boundNanos;
    private final boolean refuses;
    private final Set<Account> accounts = new LinkedHashSet<>();
    private long beganNanos;
    private long failures;
    private int most;
    private boolean suspends;
    private volatile boolean empty = true;

    /**
     * Creates the set without any account.
     *
     * @param bound how long spending may stay unwritten
     * @param refuses whether spending is refused after that
     */
    public UnwrittenSpending(Duration bound, boolean refuses) {
        this.boundNanos = bound.toNanos();
        this.refuses = refuses;
    }

    boolean isEmpty() {
        return empty;
    }

    void failed(Account account, Exception cause, long nowNanos) {
        if (accounts.isEmpty()) {
            empty = false;
            beganNanos = nowNanos;
            LOG.error("what sandboxes spend cannot be written; it is tried again until it is", cause);
        }
        failures++;
        accounts.add(account);
        most = Math.max(most, accounts.size());
        if (refuses && nowNanos - beganNanos >= boundNanos) {
            if (!suspends) {
                suspends = true;
                LOG.error("what sandboxes spend could not be written for too long: spending is refused until it is");
            }
            account.suspend(true);
        }
    }

    /** Notes that all spending of {@code account} is written, or that the account is closed. */
    void settled(Account account, long nowNanos) {
        if (accounts.remove(account)) {
            account.suspend(false);
            if (accounts.isEmpty()) {
                LOG.info(
                        "what sandboxes spend is written again after {} s: up to {} sandboxes at a time, {} writes failed",
                        TimeUnit.NANOSECONDS.toSeconds(nowNanos - beganNanos),
                        most,
                        failures);
                failures = 0;
                most = 0;
                suspends = false;
                empty = true;
            }
        }
    }
}
