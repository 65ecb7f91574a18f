package io.sallyport.egress.dns;

import io.sallyport.model.measure.DurationSink;
import java.util.concurrent.atomic.LongAdder;

/** Counts names answered from the cache, and lookups by how they ended. Safe for concurrent use. */
public final class LookupMeter {
    private final LongAdder cached = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final DurationSink durations;

    /** @param durations receives how long each lookup took, failed ones included */
    public LookupMeter(DurationSink durations) {
        this.durations = durations;
    }

    void cached() {
        cached.increment();
    }

    void refused() {
        refused.increment();
    }

    void ended(Resolution resolution, long nanos) {
        durations.add(nanos);
        switch (resolution) {
            case Resolution.Addresses _ -> answered.increment();
            case Resolution.Failed _ -> failed.increment();
            case Resolution.Busy _ -> refused.increment();
        }
    }

    /** Returns how many resolutions were answered from the cache. */
    public long cachedCount() {
        return cached.sum();
    }

    /** Returns how many lookups found addresses. */
    public long answeredCount() {
        return answered.sum();
    }

    /** Returns how many lookups found none. */
    public long failedCount() {
        return failed.sum();
    }

    /** Returns how many resolutions were refused because too many lookups were in flight. */
    public long refusedCount() {
        return refused.sum();
    }
}
