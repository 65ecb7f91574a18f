package io.sallyport.fetch;

import io.sallyport.transport.ListeningSockets;
import io.sallyport.web.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The fetch endpoint on a listener of its own, with one event loop. Safe for concurrent use; whoever started it closes
 * it.
 */
public final class FetchServer implements AutoCloseable {
    private final WebServer server;
    private final FetchHandler handler;
    private final LongSupplier nanoClock;
    private final Duration closeTime;

    private FetchServer(WebServer server, FetchHandler handler, LongSupplier nanoClock, Duration closeTime) {
        this.server = server;
        this.handler = handler;
        this.nanoClock = nanoClock;
        this.closeTime = closeTime;
    }

    /**
     * Listens and serves.
     *
     * @param handler closed with the server
     * @param sockets where it listens
     * @throws IOException where it cannot listen there
     */
    public static FetchServer start(
            InetSocketAddress listen,
            FetchLimits limits,
            FetchRuns runs,
            FetchHandler handler,
            LongSupplier nanoClock,
            ListeningSockets sockets)
            throws IOException {
        return start(listen, limits, runs, handler, nanoClock, sockets, FetchHandler.CLOSE_TIME);
    }

    /** @param closeTime for what runs to be answered when it closes */
    static FetchServer start(
            InetSocketAddress listen,
            FetchLimits limits,
            FetchRuns runs,
            FetchHandler handler,
            LongSupplier nanoClock,
            ListeningSockets sockets,
            Duration closeTime)
            throws IOException {
        var endpoint = new FetchListenerEndpoint(new FetchDoor(runs), handler, nanoClock);
        var settings = new WebServer.Settings("fetch", listen, null, limits.web());
        return new FetchServer(WebServer.start(settings, endpoint, nanoClock, sockets), handler, nanoClock, closeTime);
    }

    /** Where it listens: the chosen port, where port 0 was asked for. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Lets what runs be answered for at most 5 seconds in all, then ends. */
    @Override
    public void close() {
        long end = nanoClock.getAsLong() + closeTime.toNanos();
        server.drain(closeTime);
        handler.close(end - nanoClock.getAsLong());
        server.close();
    }
}
