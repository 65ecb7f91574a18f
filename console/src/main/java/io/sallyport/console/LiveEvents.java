package io.sallyport.console;

import io.sallyport.web.EventSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Thins out the events for one browser: at most {@link #MAX_PER_SECOND} rows a second, and the number of those left
 * out, so that a page stays fluid and shows that it samples. Confined to the event loop.
 */
final class LiveEvents implements EventSource {
    /** The maximum number of rows sent in a second. */
    static final int MAX_PER_SECOND = 50;

    private static final String ALLOWED = "\"verdict\":\"allow\"";

    private final EventSource records;
    private final LongSupplier nanoClock;
    private long second;
    private int sent;
    private long allowed;
    private long refused;

    /** @param records events with one record each */
    LiveEvents(EventSource records, LongSupplier nanoClock) {
        this.records = records;
        this.nanoClock = nanoClock;
        second = nanoClock.getAsLong();
    }

    @Override
    public @Nullable String next() {
        String event = records.next();
        while (event != null && !mayBeSent()) {
            count(event);
            event = records.next();
        }
        if (event == null) {
            return skipped();
        }
        sent++;
        String before = skipped();
        return before == null ? event : before + event;
    }

    private boolean mayBeSent() {
        long now = nanoClock.getAsLong();
        if (now - second >= TimeUnit.SECONDS.toNanos(1)) {
            second = now;
            sent = 0;
        }
        return sent < MAX_PER_SECOND;
    }

    private void count(String event) {
        if (event.contains(ALLOWED)) {
            allowed++;
        } else {
            refused++;
        }
    }

    private @Nullable String skipped() {
        if (allowed + refused == 0) {
            return null;
        }
        String event = "event: skipped\ndata: {\"allowed\":" + allowed + ",\"refused\":" + refused + "}\n\n";
        allowed = 0;
        refused = 0;
        return event;
    }

    @Override
    public void close() {
        records.close();
    }
}
