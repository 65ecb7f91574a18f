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
 * Answers probes without a token, on its own listener and event loop: {@code /healthz}, {@code /readyz} and, if metrics
 * are given, {@code /metrics}; nothing else. Safe for concurrent use; the caller of {@link #start} closes it.
 */
public final class HealthServer implements AutoCloseable {
    /** Limit of open connections; one more replaces the one that has been silent longest. */
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
     * Starts listening and answering.
     *
     * @param metrics null to leave out {@code /metrics}
     * @param sockets opens the listening socket
     * @throws IOException if it cannot listen on the address
     */
    public static HealthServer start(
            InetSocketAddress listen, Readiness readiness, @Nullable Metrics metrics, ListeningSockets sockets)
            throws IOException {
        var scraper = new ThreadPoolExecutor(
                0, 1, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), new DefaultThreadFactory("health-metrics", true));
        var endpoint = new HealthEndpoint(readiness, metrics, scraper, LIMITS);
        try {
            var settings = new WebServer.Settings("health", listen, null, LIMITS);
            // the start time of requests is not used: probes leave no record
            return new HealthServer(WebServer.start(settings, endpoint, () -> 0, sockets), scraper);
        } catch (IOException e) {
            scraper.shutdown();
            throw e;
        }
    }

    /** Returns the listen address, with the actual port if port 0 was requested. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Closes the listener. Running probes have 5 seconds to be answered. */
    @Override
    public void close() {
        server.drain(EACH);
        scraper.shutdown();
        server.close();
    }
}
