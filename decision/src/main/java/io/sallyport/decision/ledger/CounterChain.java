package io.sallyport.decision.ledger;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The counters that one currency is charged to: that of the nearest account that names it, and those of its ancestors.
 * Where several gateways share them, the first one's slice pays: the store has charged all of them for it.
 */
final class CounterChain {
    private static final Counter[] NONE = {};

    private final Counter[] counters;

    private CounterChain(Counter[] counters) {
        this.counters = counters;
    }

    /** Those of that currency from {@code account} upwards; none where nobody names it. */
    static CounterChain of(Account account, String currency) {
        var chain = new ArrayList<Counter>(4);
        for (Account each = account; each != null; each = each.parent()) {
            Counter counter = each.find(currency);
            if (counter != null) {
                chain.add(counter);
            }
        }
        return new CounterChain(chain.toArray(NONE));
    }

    boolean isEmpty() {
        return counters.length == 0;
    }

    private @Nullable Slice slice() {
        return counters.length == 0 ? null : counters[0].slice();
    }

    /** Adds to what is left, which is negative where it is charged. */
    void shift(BigDecimal delta) {
        shiftCounters(delta);
        Slice slice = slice();
        if (slice != null) {
            slice.shift(delta);
        }
    }

    private void shiftCounters(BigDecimal delta) {
        BigDecimal uncovered = delta;
        for (Counter counter : counters) {
            uncovered = counter.shift(delta, uncovered);
        }
    }

    /** Charges {@code amount} if what is left admits that, or nothing; true where nobody counts it. */
    boolean take(BigDecimal amount, Counter.Floor floor) {
        if (counters.length == 0) {
            return true;
        }
        if (counters[0].isRefused()) {
            return false;
        }
        Slice slice = slice();
        return slice == null ? takeOwn(amount, floor) : takeHeld(slice, amount, floor);
    }

    private boolean takeHeld(Slice slice, BigDecimal amount, Counter.Floor floor) {
        boolean taken = slice.take(amount, floor);
        if (taken) {
            shiftCounters(amount.negate());
        }
        return taken;
    }

    private boolean takeOwn(BigDecimal amount, Counter.Floor floor) {
        BigDecimal delta = amount.negate();
        BigDecimal uncovered = counters[0].shiftIfFree(delta, floor);
        if (uncovered == null) {
            return false;
        }
        boolean left = true;
        for (int i = 1; i < counters.length; i++) {
            uncovered = counters[i].shift(delta, uncovered);
            left &= floor.admits(counters[i].total().subtract(delta), delta);
        }
        if (!left) {
            shiftCounters(amount);
        }
        return left;
    }

    /** What {@link #take} of the same of each waits for; null where nothing is missing, or nothing is shared. */
    static @Nullable CompletionStage<Supply> await(List<CounterChain> chains, BigDecimal amount, Counter.Floor floor) {
        CompletionStage<Supply> all = null;
        for (CounterChain chain : chains) {
            Slice slice = chain.slice();
            all = both(all, slice == null ? null : slice.await(amount, floor));
        }
        return all;
    }

    /** Told once both are; either may be missing. */
    static @Nullable CompletionStage<Supply> both(
            @Nullable CompletionStage<Supply> one, @Nullable CompletionStage<Supply> other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.thenCombine(other, (first, second) -> first.compareTo(second) < 0 ? second : first);
    }
}
