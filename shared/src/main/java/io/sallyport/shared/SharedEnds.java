package io.sallyport.shared;

import io.lettuce.core.Range;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends of sandboxes and leases, told to all gateways at once; a gateway that was cut off reads what it missed. Confined
 * to one thread.
 */
final class SharedEnds {
    private static final Logger LOG = LoggerFactory.getLogger(SharedEnds.class);

    /** Ends that the store keeps for gateways that are cut off, and that wait here for the store. */
    private static final int MAX_KEPT = 100_000;

    private final CounterCalls calls;
    private final EndListener listener;
    /** Those that the store has not taken yet. */
    private final Map<String, Boolean> untold = new LinkedHashMap<>();

    private long seen = -1;
    private boolean reading;

    SharedEnds(CounterCalls calls, EndListener listener) {
        this.calls = calls;
        this.listener = listener;
    }

    /** Tells all; where the store does not answer, once it does. */
    void tell(@Nullable StoreSession session, String id) {
        if (untold.size() < MAX_KEPT) {
            untold.put(id, true);
        }
        if (session == null) {
            return;
        }
        session.run(
                        Script.END,
                        List.of(calls.key("state"), calls.key("ended"), calls.key("ends")),
                        List.of(id, Integer.toString(MAX_KEPT)))
                .whenComplete((answer, fault) -> {
                    if (fault == null) {
                        session.told(() -> untold.remove(id));
                    } else {
                        LOG.warn("other gateways were not told that {} has ended", id, fault);
                    }
                });
    }

    /** A message: the number of the end, and whose. */
    void heard(String message) {
        int space = message.indexOf(' ');
        if (space > 0) {
            listener.ended(message.substring(space + 1));
        }
    }

    /** Reads what there was since it was connected last; {@code last} is the number of the last end there was. */
    void catchUp(StoreSession session, long last) {
        if (seen < 0 || seen > last) {
            seen = last;
        }
        if (reading || seen == last) {
            return;
        }
        reading = true;
        session.connection()
                .async()
                .zrangebyscore(calls.key("ended"), Range.create(seen + 1, last))
                .whenComplete((ids, fault) -> session.told(() -> {
                    reading = false;
                    if (fault == null) {
                        seen = last;
                        ids.forEach(listener::ended);
                    }
                }));
    }

    /** Tells what could not be told before. */
    void retell(StoreSession session) {
        List.copyOf(untold.keySet()).forEach(id -> tell(session, id));
    }
}
