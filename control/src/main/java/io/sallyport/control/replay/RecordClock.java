package io.sallyport.control.replay;

import java.time.Instant;
import java.time.InstantSource;

/** Stands at the time of the record that is replayed. Confined to one thread. */
public final class RecordClock implements InstantSource {
    private Instant now;

    /** @param start before the first record, when the policies are compiled */
    public RecordClock(Instant start) {
        this.now = start;
    }

    void set(Instant time) {
        now = time;
    }

    @Override
    public Instant instant() {
        return now;
    }
}
