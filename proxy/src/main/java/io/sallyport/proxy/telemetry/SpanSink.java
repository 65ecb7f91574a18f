package io.sallyport.proxy.telemetry;

/** Receives spans that have ended. Safe for concurrent use; returns at once, and drops what it has no room for. */
@FunctionalInterface
public interface SpanSink {
    void add(FinishedSpan span);
}
