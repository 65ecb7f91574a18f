package io.sallyport.model.measure;

import io.sallyport.model.ReasonCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts by reason. Safe for concurrent use; counting takes no lock and allocates nothing. */
public final class ReasonCounts {
    private final Map<ReasonCode, LongAdder> counts = new EnumMap<>(ReasonCode.class);

    /** Begins with zero of each. */
    public ReasonCounts() {
        for (ReasonCode reason : ReasonCode.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    /** Counts one. */
    public void add(ReasonCode reason) {
        of(reason).increment();
    }

    /** Returns how many were counted. */
    public long count(ReasonCode reason) {
        return of(reason).sum();
    }

    private LongAdder of(ReasonCode reason) {
        return Objects.requireNonNull(counts.get(reason), "a counter of each reason");
    }
}
