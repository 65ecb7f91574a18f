package io.sallyport.console;

import io.sallyport.web.EventSource;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Events for one browser, which end with its session. Confined to the event loop. */
final class SessionEvents implements EventSource {
    private final EventSource events;
    private final BooleanSupplier isOpen;
    private boolean over;

    /** @param isOpen whether the session has not ended */
    SessionEvents(EventSource events, BooleanSupplier isOpen) {
        this.events = events;
        this.isOpen = isOpen;
    }

    @Override
    public @Nullable String next() {
        if (over) {
            return null;
        }
        if (isOpen.getAsBoolean()) {
            return events.next();
        }
        close();
        return "event: logged-out\ndata: {}\n\n";
    }

    @Override
    public void close() {
        if (!over) {
            over = true;
            events.close();
        }
    }
}
