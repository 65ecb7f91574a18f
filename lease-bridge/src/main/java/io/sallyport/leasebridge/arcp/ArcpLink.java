package io.sallyport.leasebridge.arcp;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the jobs of one ARCP runtime over WebSocket, on its own thread. Reopens a lost connection; until then the
 * last reported leases stay in force until they expire. The caller of {@link #start} closes it.
 */
public final class ArcpLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ArcpLink.class);
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Settings settings;
    private final JobLeases leases;
    private final ArcpSubscriber subscriber;
    private final LongSupplier nanoClock;
    private final Thread thread;
    private volatile boolean closed;
    private boolean reached; // whether ever connected; confined to the link's thread

    /**
     * The address of the runtime.
     *
     * @param url {@code ws} or {@code wss}
     * @param token bearer token
     * @param poll how often the list of jobs is requested
     */
    public record Settings(URI url, String token, Duration poll) {
        @Override
        public String toString() {
            return "Settings[" + url + "]";
        }
    }

    private ArcpLink(Settings settings, JobLeases leases, InstantSource clock, LongSupplier nanoClock) {
        this.settings = settings;
        this.leases = leases;
        this.nanoClock = nanoClock;
        subscriber = new ArcpSubscriber(settings.token(), new UlidGenerator(clock, new SecureRandom()), leases.known());
        thread = Thread.ofVirtual().name("arcp").unstarted(this::run);
    }

    /** Starts to follow; the runtime need not be reachable yet. */
    public static ArcpLink start(Settings settings, JobLeases leases, InstantSource clock, LongSupplier nanoClock) {
        var link = new ArcpLink(settings, leases, clock, nanoClock);
        link.thread.start();
        return link;
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        while (!closed) {
            try (HttpClient http = client()) {
                long began = nanoClock.getAsLong();
                String why = follow(http);
                LOG.warn("the ARCP runtime at {} {}: {}", settings.url(), standing(reached), why);
                boolean lasted = nanoClock.getAsLong() - began > LONGEST_PAUSE.toNanos();
                pause = lasted ? FIRST_PAUSE : pause;
                Thread.sleep(pause);
                pause = min(pause.multipliedBy(2), LONGEST_PAUSE);
            } catch (InterruptedException _) {
                return;
            }
        }
    }

    /** Describes for the log what a missing connection means. */
    static String standing(boolean reachedBefore) {
        return reachedBefore
                ? "is lost, its leases stand as they are"
                : "has not been reached yet, and no lease of it is known; it is tried again";
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Follows one connection to its end. Returns why it ended. */
    private String follow(HttpClient http) throws InterruptedException {
        var messages = new WebSocketMessages();
        WebSocket socket;
        try {
            socket = http.newWebSocketBuilder()
                    .connectTimeout(CONNECT)
                    .buildAsync(settings.url(), messages)
                    .join();
        } catch (CompletionException e) {
            return String.valueOf(e.getCause());
        }
        reached = true;
        try {
            return follow(socket, messages);
        } catch (CompletionException e) {
            return String.valueOf(e.getCause());
        } finally {
            socket.abort();
        }
    }

    private String follow(WebSocket socket, WebSocketMessages messages) throws InterruptedException {
        String failed = carryOut(subscriber.opened(), socket);
        long polled = nanoClock.getAsLong();
        while (failed.isEmpty()) {
            long left = settings.poll().toNanos() - (nanoClock.getAsLong() - polled);
            WebSocketMessages.Heard heard = left <= 0 ? null : messages.take(Duration.ofNanos(left));
            failed = switch (heard) {
                case null -> {
                    polled = nanoClock.getAsLong();
                    yield carryOut(subscriber.poll(), socket);
                }
                case WebSocketMessages.Closed(String why) -> why;
                case WebSocketMessages.Text(String message) -> {
                    socket.request(1);
                    yield carryOut(subscriber.received(message), socket);
                }
            };
        }
        return failed;
    }

    /** Carries out outputs. Returns why the connection must be closed, or the empty text. */
    private String carryOut(List<Output> outputs, WebSocket socket) {
        String failed = "";
        for (Output output : outputs) {
            switch (output) {
                case Output.Send(String message) ->
                    socket.sendText(message, true).join();
                case Output.Changed(var change) -> leases.apply(change);
                case Output.Noted(String what) -> LOG.warn("ARCP: {}", what);
                case Output.Failed(String why) -> failed = why;
            }
        }
        return failed;
    }

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .proxy(HttpClient.Builder.NO_PROXY)
                .build();
    }

    /** Stops following; the leases stay as they are. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
