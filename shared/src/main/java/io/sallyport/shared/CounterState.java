package io.sallyport.shared;

import io.sallyport.decision.ledger.Slice;
import java.util.ArrayList;
import java.util.List;
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
    /** A lease was put while the store did not answer. */
    boolean putPending;

    boolean refreshes;
    /** Since when somebody waits without an answer; 0 if nobody does. */
    long waitsSince;

    int idleSeconds;

    CounterState(Slice slice) {
        this.slice = slice;
        this.units = CounterUnits.of(slice.currency());
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
