package io.sallyport.shared;

import io.lettuce.core.Range;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends of sandboxes and leases, told to all gateways at once; a gateway that was cut off reads what it missed. Each end
 * has a number, and each gateway takes in each number once. Confined to one thread.
 */
final class SharedEnds {
    private static final Logger LOG = LoggerFactory.getLogger(SharedEnds.class);

    /** Ends that the store keeps for gateways that are cut off, and that wait here for the store. */
    private static final int MAX_KEPT = 100_000;

    private final CounterCalls calls;
    private final EndListener listener;
    private final GatewayState state;
    private final Executor thread;
    /** Those that the store has not taken yet. */
    private final Set<String> untold = new LinkedHashSet<>();

    private long last = GatewayState.NONE;
    private boolean reading;

    SharedEnds(CounterCalls calls, GatewayState state, EndListener listener, Executor thread) {
        this.calls = calls;
        this.state = state;
        this.thread = thread;
        this.listener = listener;
    }

    /** Tells all; where the store does not answer, once it does. */
    void tell(@Nullable StoreSession session, String id) {
        if (untold.size() < MAX_KEPT) {
            untold.add(id);
        }
        if (session != null) {
            send(session, id);
        }
    }

    /** Tells what could not be told before. */
    void retell(StoreSession session) {
        List.copyOf(untold).forEach(id -> send(session, id));
    }

    private void send(StoreSession session, String id) {
        session.run(
                        Script.END,
                        List.of(calls.key("state"), calls.key("ended"), calls.key("ends")),
                        List.of(id, Integer.toString(MAX_KEPT)))
                .whenComplete((answer, fault) -> thread.execute(() -> {
                    if (fault == null) {
                        untold.remove(id);
                    } else {
                        LOG.warn("other gateways do not know yet that {} has ended: {}", id, fault.toString());
                    }
                }));
    }

    /** A message: the number of an end, and whose. */
    void heard(@Nullable StoreSession session, String message) {
        int space = message.indexOf(' ');
        if (session != null && space > 0) {
            long number = Long.parseLong(message.substring(0, space));
            if (state.heard() == GatewayState.NONE) {
                keep(number - 1);
            }
            catchUp(session, number);
        }
    }

    /**
     * Reads what there was since it heard last.
     *
     * @param number of the last end that there was
     */
    void catchUp(StoreSession session, long number) {
        last = number;
        if (state.heard() == GatewayState.NONE || state.heard() > last) {
            keep(last); // a new gateway; or the store has lost some, and begins again before what was heard
        }
        if (reading || state.heard() == last) {
            return;
        }
        reading = true;
        session.connection()
                .async()
                .zrangebyscore(calls.key("ended"), Range.create(state.heard() + 1, number))
                .whenComplete((ids, fault) -> thread.execute(() -> {
                    reading = false;
                    if (fault == null) {
                        ids.forEach(listener::ended);
                        keep(number);
                        if (last > number) {
                            catchUp(session, last);
                        }
                    }
                }));
    }

    private void keep(long number) {
        try {
            state.heard(number);
        } catch (IOException e) {
            LOG.error("which ends were heard of is not written", e);
        }
    }
}
