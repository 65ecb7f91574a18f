package io.sallyport.admin.ask;

import io.sallyport.admin.answer.Problem;
import io.sallyport.decision.ask.HeldRequest;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.web.EventSource;
import io.sallyport.web.Reply;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The limited number of callers that hear of requests that wait, each of whom may answer. As long as there is one,
 * requests may wait. Confined to the event loop.
 */
public final class AskWatchers {
    private static final int MAX_EVENTS = 1_000; // that one caller has not read yet

    private final HeldRequests asks;
    private final int most;
    private int now;

    /** @param most how many callers at once */
    public AskWatchers(HeldRequests asks, int most) {
        this.asks = asks;
        this.most = most;
    }

    /** Returns the stream: what waits already, then each that opens or ends. */
    public Reply watch() {
        if (now >= most) {
            return Reply.now(
                    Problem.unavailable("too many watch for requests already").answer());
        }
        now++;
        return new Reply.Events(Events::new);
    }

    /** Events for one caller; those that it does not read in time are counted and left out. */
    private final class Events implements EventSource, HeldRequests.Watcher {
        private final Runnable signal;
        private final Queue<String> waiting = new ArrayDeque<>();
        private long dropped;

        private Events(Runnable signal) {
            this.signal = signal;
            waiting.add("event: watching\ndata: {\"event\":\"watching\"}\n\n");
            asks.watch(this);
            asks.all().forEach(this::opened);
            signal.run();
        }

        @Override
        public void opened(HeldRequest request) {
            add("opened", request);
        }

        @Override
        public void ended(HeldRequest request) {
            add("ended", request);
        }

        private void add(String event, HeldRequest request) {
            synchronized (waiting) {
                if (waiting.size() < MAX_EVENTS) {
                    waiting.add("event: " + event + "\ndata: " + AskDocuments.event(event, request) + "\n\n");
                } else {
                    dropped++;
                }
            }
            signal.run();
        }

        @Override
        public @Nullable String next() {
            synchronized (waiting) {
                String event = waiting.poll();
                if (event != null || dropped == 0) {
                    return event;
                }
                String told = "event: dropped\ndata: {\"event\":\"dropped\",\"count\":" + dropped + "}\n\n";
                dropped = 0;
                return told;
            }
        }

        @Override
        public void close() {
            asks.leave(this);
            now--;
        }
    }
}
