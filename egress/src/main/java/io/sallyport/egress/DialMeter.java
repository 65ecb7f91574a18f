package io.sallyport.egress;

import io.sallyport.egress.dns.LookupMeter;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.measure.DurationSink;
import io.sallyport.model.measure.ReasonCounts;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts and times the dials of one dialer: connections, handshakes of TLS with targets, lookups of names, and failures
 * by reason. Safe for concurrent use.
 */
public final class DialMeter {
    private final DurationSink connects;
    private final DurationSink handshakes;
    private final LookupMeter lookups;
    private final LongAdder opened = new LongAdder();
    private final ReasonCounts failures = new ReasonCounts();

    /**
     * @param connects receives how long each successful connect took, that through an upstream proxy included
     * @param handshakes receives how long each successful handshake of TLS with a target took
     */
    public DialMeter(DurationSink connects, DurationSink handshakes, LookupMeter lookups) {
        this.connects = connects;
        this.handshakes = handshakes;
        this.lookups = lookups;
    }

    /** Returns a meter that nobody reads. */
    public static DialMeter unread() {
        return new DialMeter(DurationSink.NONE, DurationSink.NONE, new LookupMeter(DurationSink.NONE));
    }

    /** Returns the meter of lookups. */
    public LookupMeter lookups() {
        return lookups;
    }

    void connected(long nanos) {
        connects.add(nanos);
    }

    void shaken(long nanos) {
        handshakes.add(nanos);
    }

    void ended(DialOutcome outcome) {
        switch (outcome) {
            case DialOutcome.Connected _ -> opened.increment();
            case DialOutcome.Failed failed -> failures.add(failed.reason());
        }
    }

    /** Returns how many dials ended with a connection. */
    public long openedCount() {
        return opened.sum();
    }

    /** Returns how many dials ended for {@code reason}. */
    public long failures(ReasonCode reason) {
        return failures.count(reason);
    }
}
