package io.sallyport.shared;

import io.sallyport.decision.ledger.Slice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** What this process knows of one counter in the store. Confined to the thread of {@link SharedCounters}. */
final class CounterState {
    final Slice slice;
    final CounterUnits units;
    /** Whether it waits to be looked at; set by any thread. */
    final AtomicBoolean queued = new AtomicBoolean();

    /** Handed out to this process in all, and given back by it, in units. Neither ever falls. */
    long out;

    long back;
    boolean inFlight;
    /** Somebody wanted something while a call was under way. */
    boolean again;
    /** In which state of the store it was said what is granted; 0 for none. */
    long saidIn;
    /** Whether it was said since this process began: before that it holds nothing, nor does what is below. */
    boolean everSaid;
    /** A lease was put while the store did not answer. */
    boolean putPending;

    /** Since when somebody waits without an answer; 0 if nobody does. */
    long waitsSince;

    int idleSeconds;

    CounterState(Slice slice) {
        this.slice = slice;
        this.units = CounterUnits.of(slice.currency());
    }

    /** What is held at and below each counter. To be read before what was spent. */
    static Map<Slice, BigDecimal> held(Collection<CounterState> all) {
        Map<Slice, BigDecimal> held = new HashMap<>();
        for (CounterState state : all) {
            BigDecimal own = state.slice.held();
            state.chain().forEach(slice -> held.merge(slice, own, BigDecimal::add));
        }
        return held;
    }

    /** It and those above it, nearest first. */
    List<Slice> chain() {
        var chain = new ArrayList<Slice>(4);
        for (Slice each = slice; each != null; each = each.above()) {
            chain.add(each);
        }
        return chain;
    }
}
