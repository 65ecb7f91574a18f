package io.sallyport.admin.health;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.web.WebLimits;
import io.sallyport.web.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers probes without a token, on a listener and an event loop of its own: {@code /healthz}, {@code /readyz} and, where
 * it is given metrics, {@code /metrics}; nothing else. Safe for concurrent use; whoever started it closes it.
 */
public final class HealthServer implements AutoCloseable {
    /** Open at a time; one more takes the place of the one that is silent for longest. */
    static final int MAX_CONNECTIONS = 64;

    private static final Duration EACH = Duration.ofSeconds(5);
    private static final WebLimits LIMITS =
            new WebLimits(2_048, 8_192, 64, 0, MAX_CONNECTIONS, MAX_CONNECTIONS, EACH, EACH, EACH, EACH, EACH, EACH);

    private final WebServer server;
    private final ThreadPoolExecutor scraper;

    private HealthServer(WebServer server, ThreadPoolExecutor scraper) {
        this.server = server;
        this.scraper = scraper;
    }

    /**
     * Listens and answers.
     *
     * @param metrics null: {@code /metrics} is not there
     * @param sockets where it listens
     * @throws IOException where it cannot listen there
     */
    public static HealthServer start(
            InetSocketAddress listen, Readiness readiness, @Nullable Metrics metrics, ListeningSockets sockets)
            throws IOException {
        var scraper = new ThreadPoolExecutor(
                0, 1, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), new DefaultThreadFactory("health-metrics", true));
        var endpoint = new HealthEndpoint(readiness, metrics, scraper, LIMITS);
        try {
            var settings = new WebServer.Settings("health", listen, null, LIMITS);
            // no record says how long a probe took
            return new HealthServer(WebServer.start(settings, endpoint, () -> 0, sockets), scraper);
        } catch (IOException e) {
            scraper.shutdown();
            throw e;
        }
    }

    /** Where it listens: the chosen port, where port 0 was asked for. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Closes the listener; probes under way have 5 seconds to be answered. */
    @Override
    public void close() {
        server.drain(EACH);
        scraper.shutdown();
        server.close();
    }
}
