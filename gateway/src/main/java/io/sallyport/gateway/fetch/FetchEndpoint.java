package io.sallyport.gateway.fetch;

import io.netty.channel.EventLoopGroup;
import io.sallyport.audit.AuditLog;
import io.sallyport.configuration.FetchSettings;
import io.sallyport.egress.Dialer;
import io.sallyport.fetch.FetchDoor;
import io.sallyport.fetch.FetchHandler;
import io.sallyport.fetch.FetchLimits;
import io.sallyport.fetch.FetchRun;
import io.sallyport.fetch.FetchServer;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.FileBounds;
import io.sallyport.fetch.file.FileClient;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.git.GitTransport;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The fetch endpoint of a gateway: behind the proxy and, if configured, on a separate listener. Safe for concurrent
 * use; the caller of {@link #start} closes it.
 */
public final class FetchEndpoint implements AutoCloseable {
    private final FetchHandler handler;
    private final SandboxFetches runs;
    private final @Nullable FetchServer server;
    private final String url;

    private FetchEndpoint(FetchHandler handler, SandboxFetches runs, @Nullable FetchServer server, String url) {
        this.handler = handler;
        this.runs = runs;
        this.server = server;
        this.url = url;
    }

    /**
     * Starts serving, and listening if configured.
     *
     * @param loops event loops of the dialer's transport
     * @param sockets opens the listening socket
     * @throws IOException if the cache cannot be used, or it cannot listen on the address
     */
    public static FetchEndpoint start(
            FetchSettings settings,
            SandboxFetches runs,
            Dialer dialer,
            EventLoopGroup loops,
            AuditLog audit,
            ListeningSockets sockets)
            throws IOException {
        var handler = FetchHandler.of(
                GitTransport.client(settings.forges(), dialer, loops, FetchBounds.DEFAULT, InstantSource.system()),
                new FileClient(dialer, loops, FileBounds.DEFAULT.upTo(settings.maxFileBytes())),
                SkillCache.open(settings.cache(), settings.cacheBounds(), InstantSource.system()),
                settings.isOffline(),
                settings.executables(),
                audit,
                InstantSource.system(),
                System::nanoTime);
        InetSocketAddress listen = settings.listen();
        FetchServer server = listen == null
                ? null
                : FetchServer.start(listen, FetchLimits.DEFAULT, runs, handler, System::nanoTime, sockets);
        return new FetchEndpoint(handler, runs, server, settings.advertisedUrl());
    }

    /** Returns the endpoint in the form that the proxy calls. */
    public OwnEndpoint forProxy() {
        return new ProxyFetches(new FetchDoor(runs), handler);
    }

    /** Returns the endpoint's URL as sandboxes see it. */
    public String url() {
        return url;
    }

    /** Returns whether {@code sandbox} opted in. */
    public boolean isEnabled(SandboxId sandbox) {
        FetchRun run = runs.find(sandbox);
        return run != null && run.isEnabled();
    }

    /** Returns the separate listener's address, or null if there is none. */
    public @Nullable InetSocketAddress address() {
        return server == null ? null : server.address();
    }

    /** Accepts nothing new, gives running fetches time to finish, then ends. */
    @Override
    public void close() {
        if (server == null) {
            handler.close();
        } else {
            server.close(); // also closes the handler
        }
    }
}
