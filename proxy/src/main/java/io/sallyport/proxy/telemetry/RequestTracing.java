package io.sallyport.proxy.telemetry;

import io.sallyport.proxy.listener.HeaderFields;
import org.jspecify.annotations.Nullable;

/** Begins the traces of requests. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface RequestTracing {
    /** Traces nothing. */
    RequestTracing OFF = (_, _, _) -> null;

    /**
     * Begins the span of a request that has just been read.
     *
     * @param fields of its head, {@code traceparent} perhaps among them
     * @param epochMillis wall time of the beginning
     * @param startNanos elapsed time of the beginning
     * @return null if nothing is traced
     */
    @Nullable
    RequestTrace begin(HeaderFields fields, long epochMillis, long startNanos);
}
