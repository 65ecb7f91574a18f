package io.sallyport.decision.ledger;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The part of one counter that this gateway holds, where several gateways share it. The store has counted it as spent
 * when it handed it out, so that spending it asks nobody: all slices together are never more than the budget. Safe for
 * concurrent use; spending takes no lock.
 */
public final class Slice {
    /** Requests that wait for one slice; more are told that the store is unavailable. */
    public static final int MAX_WAITING = 10_000;

    private final String owner;
    private final Counter counter;
    private final SliceSource source;
    private final AtomicReference<BigDecimal> held = new AtomicReference<>(BigDecimal.ZERO);
    private final List<Waiting> waiting = new ArrayList<>(0); // guarded by this
    private volatile @Nullable Slice above;
    private volatile @Nullable BigDecimal left;
    private volatile BigDecimal low = BigDecimal.ZERO;
    private volatile boolean used;
    private volatile boolean asked;

    private record Waiting(BigDecimal amount, CompletableFuture<Supply> told) {}

    Slice(String owner, Counter counter, SliceSource source) {
        this.owner = owner;
        this.counter = counter;
        this.source = source;
    }

    /** The account whose counter it is of. */
    public String owner() {
        return owner;
    }

    public String currency() {
        return counter.currency();
    }

    /** The slice of the nearest account above that names the currency, or null. */
    public @Nullable Slice above() {
        return above;
    }

    /** What the lease names. */
    public BigDecimal granted() {
        return counter.initial();
    }

    /** What was spent through this gateway, by the account and all below it. */
    public BigDecimal spent() {
        return counter.spent();
    }

    /** What may be spent without asking; below zero where more was charged than there was. */
    public BigDecimal held() {
        return held.get();
    }

    void granted(@Nullable Slice from) {
        above = from;
        source.granted(this);
    }

    void dropped() {
        source.dropped(this);
    }

    void ended() {
        source.ended(this);
    }

    /** Takes {@code amount} of what is held, if it admits that. */
    boolean take(BigDecimal amount, Counter.Floor floor) {
        BigDecimal delta = amount.negate();
        for (BigDecimal now = held.get(); source.isSpending() && floor.admits(now, delta); now = held.get()) {
            if (held.compareAndSet(now, now.add(delta))) {
                changed(now.add(delta));
                return true;
            }
        }
        return false;
    }

    /** Adds {@code delta}, negative where it is charged, whether or not it is held. */
    void shift(BigDecimal delta) {
        changed(held.accumulateAndGet(delta, BigDecimal::add));
    }

    private void changed(BigDecimal now) {
        if (!used) {
            used = true;
        }
        if (now.signum() < 0 || now.compareTo(low) < 0) {
            source.wanted(this);
        }
    }

    /** What is left as far as this gateway knows, {@code unasked} while the store has not said. */
    BigDecimal left(BigDecimal unasked) {
        if (!asked) {
            asked = true;
        }
        BigDecimal told = left;
        return told == null ? unasked : told.add(held.get());
    }

    /** Told once {@code amount} is held, or will not be; null where it is held already. */
    @Nullable
    CompletionStage<Supply> await(BigDecimal amount, Counter.Floor floor) {
        if (source.isSpending() && floor.admits(held.get(), amount.negate())) {
            return null;
        }
        var told = new CompletableFuture<Supply>();
        synchronized (this) {
            if (waiting.size() >= MAX_WAITING || !source.isAwaited()) {
                return CompletableFuture.completedFuture(Supply.UNAVAILABLE);
            }
            waiting.add(new Waiting(amount, told));
        }
        source.wanted(this);
        return told;
    }

    /** What those who wait want together; zero where nobody waits. */
    public synchronized BigDecimal demand() {
        return waiting.stream().map(Waiting::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /**
     * The store has handed out {@code amount}. Those who wait go on where it suffices; if nothing more can be had, the
     * rest are told that the budget is used up.
     *
     * @param stays what is left in the store
     * @param next below what of {@code held} more is wanted ahead
     */
    public void received(BigDecimal amount, BigDecimal stays, BigDecimal next) {
        left = stays;
        low = next;
        BigDecimal now = held.accumulateAndGet(amount, BigDecimal::add);
        List<Waiting> ended = new ArrayList<>();
        List<Waiting> served = new ArrayList<>();
        synchronized (this) {
            for (Waiting one : waiting) {
                now = now.subtract(one.amount());
                if (now.signum() >= 0) {
                    served.add(one);
                } else if (stays.signum() <= 0) {
                    ended.add(one);
                } else {
                    break;
                }
            }
            waiting.removeAll(served);
            waiting.removeAll(ended);
        }
        served.forEach(one -> one.told().complete(Supply.HELD));
        ended.forEach(one -> one.told().complete(Supply.USED_UP));
    }

    /** The store has not answered in time: whoever waits is told. */
    public void unavailable() {
        List<Waiting> all;
        synchronized (this) {
            all = List.copyOf(waiting);
            waiting.clear();
        }
        all.forEach(one -> one.told().complete(Supply.UNAVAILABLE));
    }

    /** Takes out up to {@code amount} of what is held, to be given back to the store. */
    public BigDecimal takeOut(BigDecimal amount) {
        for (BigDecimal now = held.get(); now.signum() > 0; now = held.get()) {
            BigDecimal out = now.min(amount);
            if (held.compareAndSet(now, now.subtract(out))) {
                return out;
            }
        }
        return BigDecimal.ZERO;
    }

    /** Whether less is held than is to be ready. */
    public boolean wantsMore() {
        return held.get().compareTo(low) < 0;
    }

    /** Whether nothing is left as far as this gateway knows, or it knows nothing: others may have changed that. */
    public boolean isUncertain() {
        BigDecimal told = left;
        return told == null || told.add(held.get()).signum() <= 0;
    }

    /** Whether it was charged since this was asked last. */
    public boolean wasUsed() {
        boolean before = used;
        used = false;
        return before;
    }

    /** Whether somebody asked what is left since this was asked last. */
    public boolean wasAsked() {
        boolean before = asked;
        asked = false;
        return before;
    }
}
