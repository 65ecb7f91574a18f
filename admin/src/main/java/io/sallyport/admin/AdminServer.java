package io.sallyport.admin;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.sallyport.control.calls.Control;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.web.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The control API on its own listener and its own event loop. Safe for concurrent use; the caller of {@link #start}
 * closes it.
 */
public final class AdminServer implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final int MAX_WAITING_CALLS = 64;
    private static final Duration CLOSE_TIME = Duration.ofSeconds(5);

    private final WebServer server;
    private final ThreadPoolExecutor workers;

    private AdminServer(WebServer server, ThreadPoolExecutor workers) {
        this.server = server;
        this.workers = workers;
    }

    /**
     * Starts listening and serving.
     *
     * @param sockets opens the listening socket
     * @throws IOException if it cannot listen on the address
     */
    public static AdminServer start(AdminSettings settings, AdminParts parts, ListeningSockets sockets)
            throws IOException {
        ThreadPoolExecutor workers = workers();
        var endpoint = new FrontDoor(settings, parts, workers);
        var listener = new WebServer.Settings(
                "admin", settings.listen(), settings.tls(), settings.limits().web());
        try {
            return new AdminServer(WebServer.start(listener, endpoint, parts.nanoClock(), sockets), workers);
        } catch (IOException e) {
            workers.shutdown();
            throw e;
        }
    }

    /** Creates the worker threads of one server, which also stops them. */
    static ThreadPoolExecutor workers() {
        return new ThreadPoolExecutor(
                WORKERS,
                WORKERS,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING_CALLS),
                new DefaultThreadFactory("admin-worker", true));
    }

    /** Returns the listen address, with the actual port if port 0 was requested. */
    public InetSocketAddress address() {
        return server.address();
    }

    /** Returns the number of open connections, for metrics. */
    public int connections() {
        return server.connections();
    }

    /**
     * Closes the listener. Running calls have 5 seconds to be answered, and fresh connections 1 second to send a
     * request. Longer work continues in {@link Control}, without an answer.
     */
    @Override
    public void close() {
        server.drain(CLOSE_TIME);
        workers.shutdown();
        server.close();
    }
}
