package io.sallyport.proxy.telemetry;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.trace.TraceContext;
import io.sallyport.proxy.listener.HeaderFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields {@code traceparent} and {@code tracestate} of a request (W3C Trace Context, sections 3.2 and 3.3). */
public final class TraceFields {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";

    private TraceFields() {}

    /** Returns the span that a client named; null if it named none, more than one, or none that can be read. */
    public static @Nullable TraceContext read(HeaderFields fields) {
        String value = fields.first(PARENT);
        return value != null
                        && fields.count(PARENT) == 1
                        && TraceContext.parse(value) instanceof Parsed.Accepted<TraceContext>(var named)
                ? named
                : null;
    }

    /**
     * Returns names and values, by turns, of what a target is sent in place of {@code fields}: the span of {@code
     * trace}, and the client's {@code tracestate} only beside a {@code traceparent} of its own.
     */
    public static String[] write(HeaderFields fields, RequestTrace trace) {
        List<String> sent = new ArrayList<>(2 * fields.size() + 2);
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            boolean isDropped = name.equalsIgnoreCase(PARENT) || (name.equalsIgnoreCase(STATE) && !trace.hasParent());
            if (!isDropped) {
                sent.add(name);
                sent.add(fields.value(i));
            }
        }
        sent.add(PARENT);
        sent.add(trace.context().header());
        return sent.toArray(String[]::new);
    }
}
