package io.sallyport.decision.ledger;

import io.sallyport.model.host.CanonicalHost;
import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What one account has left of one currency, twice: {@code total} is what was granted less what it and all below it
 * spent; {@code free} is that less what its children hold of it unspent. Both may go below zero.
 *
 * <p>Spending is lock-free, and each of the two is exact by itself; a change of what was granted holds the monitor, so
 * that {@link #spent} never sees half of one.
 */
final class Counter {
    private final String currency;
    private final @Nullable HostCurrency some;
    private final AtomicReference<BigDecimal> free = new AtomicReference<>(BigDecimal.ZERO);
    private final AtomicReference<BigDecimal> total = new AtomicReference<>(BigDecimal.ZERO);
    private volatile BigDecimal granted = BigDecimal.ZERO; // written under the monitor
    private volatile BigDecimal initial = BigDecimal.ZERO; // the same
    private volatile boolean refused; // the same
    private final @Nullable Slice slice;

    /**
     * @param owner of the account
     * @param source where it is shared with other gateways, or null
     */
    Counter(String currency, String owner, @Nullable SliceSource source) {
        this.currency = currency;
        this.some = HostCurrency.of(currency);
        this.slice = source == null ? null : new Slice(owner, this, source);
    }

    /** The part of it that this gateway holds, where several gateways share it; else null. */
    @Nullable
    Slice slice() {
        return slice;
    }

    /** Returns whether it counts an operation at {@code host}: for all hosts, or for some and this is one of them. */
    boolean counts(@Nullable CanonicalHost host) {
        return some == null || some.counts(host);
    }

    /** Returns whether it counts that measure for some hosts alone, and {@code host} is one of them. */
    boolean isCeiling(String measure, @Nullable CanonicalHost host) {
        return some != null && some.measure().equals(measure) && some.counts(host);
    }

    String currency() {
        return currency;
    }

    /** What nobody holds: of a shared one, as far as this gateway knows. */
    BigDecimal free() {
        return slice == null ? free.get() : slice.left(free.get());
    }

    BigDecimal total() {
        return total.get();
    }

    /** What the lease in force names. */
    BigDecimal initial() {
        return initial;
    }

    /** From now on it counts as used up, whatever is left; true where it did not before. */
    synchronized boolean refuse() {
        boolean news = !refused;
        refused = true;
        return news;
    }

    boolean isRefused() {
        return refused;
    }

    synchronized BigDecimal spent() {
        return granted.subtract(total.get());
    }

    /**
     * Adds {@code delta} to what is left, which is negative where it is spent.
     *
     * @param uncovered the part of it that nothing set aside below covers
     * @return the part that what was set aside here does not cover: the next account's {@code uncovered}
     */
    BigDecimal shift(BigDecimal delta, BigDecimal uncovered) {
        if (uncovered.signum() != 0) {
            free.accumulateAndGet(uncovered, BigDecimal::add);
        }
        return shiftTotal(delta);
    }

    private BigDecimal shiftTotal(BigDecimal delta) {
        BigDecimal before = total.getAndAccumulate(delta, BigDecimal::add);
        BigDecimal held = positive(before.add(delta)).subtract(positive(before));
        return delta.subtract(held);
    }

    /** {@link #shift} of an amount that nothing below covers, if at least that much is free; else null. */
    @Nullable
    BigDecimal shiftIfFree(BigDecimal delta, Floor floor) {
        for (BigDecimal left = free.get(); floor.admits(left, delta); left = free.get()) {
            if (free.compareAndSet(left, left.add(delta))) {
                return shiftTotal(delta);
            }
        }
        return null;
    }

    /** What must be left before an amount is taken. */
    enum Floor {
        /** Anything at all. */
        SOME,
        /** All of it. */
        ALL;

        boolean admits(BigDecimal left, BigDecimal delta) {
            return this == SOME ? left.signum() > 0 : left.compareTo(delta.negate()) >= 0;
        }
    }

    /** Sets {@code amount} aside for a child; false where it is not free. */
    boolean hold(BigDecimal amount) {
        for (BigDecimal left = free.get(); left.compareTo(amount) >= 0; left = free.get()) {
            if (free.compareAndSet(left, left.subtract(amount))) {
                return true;
            }
        }
        return false;
    }

    /** Gives back what was set aside, or, negative, sets aside what need not be free. */
    void giveBack(BigDecimal amount) {
        free.accumulateAndGet(amount, BigDecimal::add);
    }

    /**
     * From now on {@code amount} is granted; what was spent stays spent.
     *
     * @param above where what is more is set aside, and what is less is given back; or null
     * @param force whether what is more need not be free there
     * @return false where it is not free, and nothing changed
     */
    synchronized boolean grant(BigDecimal amount, @Nullable Counter above, boolean force) {
        if (!change(amount.subtract(granted), above, force)) {
            return false;
        }
        refused &= initial.compareTo(amount) == 0;
        initial = amount;
        return true;
    }

    /** What is left goes back, as if no more had been granted than was spent. */
    synchronized void retire(@Nullable Counter above) {
        BigDecimal left = total.get();
        while (left.signum() > 0 && !changeFrom(left, left.negate(), above)) {
            left = total.get();
        }
        initial = BigDecimal.ZERO;
        refused = false;
        if (slice != null) {
            slice.dropped();
        }
    }

    /** Its account has ended. */
    void end() {
        if (slice != null) {
            slice.ended();
        }
    }

    /** Tells the store that gateways share, where they share it, what is granted now. */
    void share(@Nullable Counter above) {
        if (slice != null) {
            slice.granted(above == null ? null : above.slice());
        }
    }

    private boolean change(BigDecimal delta, @Nullable Counter above, boolean force) {
        while (true) {
            BigDecimal before = total.get();
            BigDecimal more = positive(before.add(delta)).subtract(positive(before));
            if (above != null && more.signum() > 0 && !force && !above.hold(more)) {
                return false;
            }
            if (above != null && more.signum() > 0 && force) {
                above.giveBack(more.negate());
            }
            if (changeFrom(before, delta, more.signum() > 0 ? null : above)) {
                return true;
            }
            if (above != null && more.signum() > 0) {
                above.giveBack(more);
            }
        }
    }

    /** Changes what was granted, unless something was spent meanwhile; what is less goes back to {@code above}. */
    private boolean changeFrom(BigDecimal before, BigDecimal delta, @Nullable Counter above) {
        BigDecimal after = before.add(delta);
        if (!total.compareAndSet(before, after)) {
            return false;
        }
        free.accumulateAndGet(delta, BigDecimal::add);
        granted = granted.add(delta);
        if (above != null) {
            above.giveBack(positive(before).subtract(positive(after)));
        }
        return true;
    }

    /** As it was before a restart; called once, before anybody asks. */
    void restoreSpent(BigDecimal spent) {
        total.set(spent.negate());
        free.set(spent.negate());
    }

    private static BigDecimal positive(BigDecimal amount) {
        return amount.signum() > 0 ? amount : BigDecimal.ZERO;
    }
}
