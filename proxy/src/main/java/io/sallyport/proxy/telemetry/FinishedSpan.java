package io.sallyport.proxy.telemetry;

import io.sallyport.model.trace.TraceContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One span of a trace. Holds no path, query, header or secret. Immutable.
 *
 * @param parent the id of the span above it, or null if it is the first of its trace
 * @param name such as {@code GET}, {@code dial}
 * @param serves whether it is the gateway's answer to a client, and not a step within
 * @param startNanos since the epoch
 * @param endNanos since the epoch
 * @param failed whether the gateway or the target failed; a refusal is no failure
 */
public record FinishedSpan(
        TraceContext context,
        @Nullable String parent,
        String name,
        boolean serves,
        long startNanos,
        long endNanos,
        Map<String, String> attributes,
        boolean failed) {
    public FinishedSpan {
        attributes = Map.copyOf(attributes);
    }
}
