package io.sallyport.model.measure;

import io.sallyport.model.trace.TraceContext;
import org.jspecify.annotations.Nullable;

/** Receives durations for a histogram. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface DurationSink {
    DurationSink NONE = (_, _) -> {};

    /**
     * Adds one duration.
     *
     * @param nanos zero or more
     * @param trace the sampled trace that it belongs to, as the exemplar of its bucket; null for none
     */
    void add(long nanos, @Nullable TraceContext trace);

    /** Adds one duration that belongs to no trace. */
    default void add(long nanos) {
        add(nanos, null);
    }
}
