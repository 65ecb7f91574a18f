package io.sallyport.decision;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.FetchCurrency;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.decision.ledger.Supply;
import io.sallyport.decision.ledger.WaitingCharge;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How often one run may still fetch: so many successes, of which those under way count, and so many attempts that may
 * reach a forge. Exact under concurrency, and over all gateways that share the account: never more than the maximum are
 * taken at one time. Safe for concurrent use.
 */
public final class FetchAllowance {
    /** The most that a run may have. */
    public static final int LARGEST_MAX = 1_000;

    private static final int ATTEMPTS = 100;
    private static final int ATTEMPTS_EACH = 10;

    /** Single files that one run may try to get from outside. */
    private static final int FILE_ATTEMPTS = 1_000;

    /** Bytes that one run may receive unless somebody says otherwise. */
    public static final long DEFAULT_BYTES = 4L << 30;

    private final Account account;
    private final AtomicInteger served;
    private int max; // guarded by this
    private long mostBytes = DEFAULT_BYTES; // guarded by this

    private FetchAllowance(Account account, int max, Counts before) {
        this.account = account;
        this.max = checked(max);
        this.served = new AtomicInteger(before.served);
        account.restore(Map.of(
                FetchCurrency.FETCHES, BigDecimal.valueOf(before.served),
                FetchCurrency.ATTEMPTS, BigDecimal.valueOf(before.attempts),
                FetchCurrency.FILE_ATTEMPTS, BigDecimal.valueOf(before.fileAttempts),
                FetchCurrency.BYTES, BigDecimal.valueOf(before.bytes)));
        grant();
    }

    /**
     * Nothing taken yet, of a run that this process alone serves.
     *
     * @param max 1..{@link #LARGEST_MAX}
     */
    public static FetchAllowance of(int max) {
        return of(new Ledger().open("run", null), max, Counts.NONE);
    }

    /**
     * One of which so much was counted before.
     *
     * @param account new, without parent, and counts nothing else; shared where its ledger is
     * @param max 1..{@link #LARGEST_MAX}
     */
    public static FetchAllowance of(Account account, int max, Counts before) {
        return new FetchAllowance(account, max, before);
    }

    /**
     * What outlives the gateway.
     *
     * @param served successes
     * @param attempts that may have reached a forge
     * @param fileAttempts single files that may have been asked for outside
     * @param bytes received, of what failed as well
     */
    public record Counts(int served, long attempts, long fileAttempts, long bytes) {
        public static final Counts NONE = new Counts(0, 0, 0, 0);

        public Counts {
            if (served < 0 || attempts < 0 || fileAttempts < 0 || bytes < 0) {
                throw new IllegalArgumentException("counts: below 0");
            }
        }
    }

    /** What was counted here so far; what is under way is none of it. */
    public Counts counts() {
        return new Counts(
                served.get(),
                spent(FetchCurrency.ATTEMPTS),
                spent(FetchCurrency.FILE_ATTEMPTS),
                spent(FetchCurrency.BYTES));
    }

    private long spent(String currency) {
        return account.spent().getOrDefault(currency, BigDecimal.ZERO).longValue();
    }

    /** One of those that were taken comes to its end. */
    public void serve() {
        served.incrementAndGet();
    }

    /** It did not after all; it is still to be given back. */
    public void unserve() {
        served.decrementAndGet();
    }

    private static int checked(int max) {
        if (max < 1 || max > LARGEST_MAX) {
            throw new IllegalArgumentException("max_runtime_fetches: " + max + " (expected: 1 to " + LARGEST_MAX + ")");
        }
        return max;
    }

    /** From now on the maximum is another; what is taken stays taken. */
    public synchronized void limit(int newMax) {
        if (max != checked(newMax)) {
            max = newMax;
            grant();
        }
    }

    /** From now on so many bytes may be received in all; what was received stays so. */
    public synchronized void limitBytes(long most) {
        if (mostBytes != most) {
            mostBytes = most;
            grant();
        }
    }

    private void grant() {
        account.force(Map.of(
                FetchCurrency.FETCHES, BigDecimal.valueOf(max),
                FetchCurrency.ATTEMPTS, BigDecimal.valueOf(ATTEMPTS + (long) ATTEMPTS_EACH * max),
                FetchCurrency.FILE_ATTEMPTS, BigDecimal.valueOf(FILE_ATTEMPTS),
                FetchCurrency.BYTES, BigDecimal.valueOf(mostBytes)));
    }

    /**
     * Counts bytes that came, whatever becomes of them; false where the run has received too many, as far as this
     * gateway knows. Returns at once.
     */
    public boolean receive(long came) {
        account.spend(FetchCurrency.BYTES, BigDecimal.valueOf(came));
        return account.remaining()
                        .getOrDefault(FetchCurrency.BYTES, BigDecimal.ZERO)
                        .signum()
                >= 0;
    }

    /** Successes, and what is under way, here. */
    public int taken() {
        return (int) spent(FetchCurrency.FETCHES);
    }

    /** Takes one for a fetch that begins. May wait for the store that gateways share, for a bounded time. */
    public Supply take() {
        return take(FetchCurrency.FETCHES);
    }

    /** Gives back what {@link #take} took, for a fetch that came to nothing; once for each. */
    public void giveBack() {
        account.spend(FetchCurrency.FETCHES, BigDecimal.ONE.negate());
    }

    /** Counts a fetch that is about to reach a forge, if there is an attempt left. May wait as {@link #take}. */
    public Supply attempt() {
        return take(FetchCurrency.ATTEMPTS);
    }

    /** Counts a single file that is about to be got from outside, likewise. */
    public Supply attemptFile() {
        return take(FetchCurrency.FILE_ATTEMPTS);
    }

    private Supply take(String currency) {
        return WaitingCharge.take(account, currency, BigDecimal.ONE);
    }

    /** The run has ended, on all gateways. */
    public void close() {
        account.close();
    }
}
