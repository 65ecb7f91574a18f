package io.sallyport.gateway.fetch;

import io.netty.channel.EventLoopGroup;
import io.sallyport.audit.AuditLog;
import io.sallyport.configuration.FetchSettings;
import io.sallyport.egress.Dialer;
import io.sallyport.fetch.FetchDesk;
import io.sallyport.fetch.FetchDoor;
import io.sallyport.fetch.FetchLimits;
import io.sallyport.fetch.FetchRun;
import io.sallyport.fetch.FetchServer;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.file.FileBounds;
import io.sallyport.fetch.file.FileClient;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.git.GitTransport;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.enforce.OwnFetches;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** The fetch endpoint of a gateway: by the proxy, and on a listener of its own where there is one. Safe for concurrent use; whoever started it closes it. */
public final class FetchEndpoint implements AutoCloseable {
    private final FetchDesk desk;
    private final SandboxFetches runs;
    private final @Nullable FetchServer server;
    private final String url;

    private FetchEndpoint(FetchDesk desk, SandboxFetches runs, @Nullable FetchServer server, String url) {
        this.desk = desk;
        this.runs = runs;
        this.server = server;
        this.url = url;
    }

    /**
     * Serves, and listens where it is to.
     *
     * @param loops of the dialer's transport
     * @param sockets where it listens
     * @throws IOException where the cache cannot be used, or it cannot listen there
     */
    public static FetchEndpoint start(
            FetchSettings settings,
            SandboxFetches runs,
            Dialer dialer,
            EventLoopGroup loops,
            AuditLog audit,
            ListeningSockets sockets)
            throws IOException {
        var desk = FetchDesk.of(
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
                : FetchServer.start(listen, FetchLimits.DEFAULT, runs, desk, System::nanoTime, sockets);
        return new FetchEndpoint(desk, runs, server, settings.advertisedUrl());
    }

    /** The same as the proxy asks it. */
    public OwnFetches forProxy() {
        return new ProxyFetches(new FetchDoor(runs), desk);
    }

    /** The whole endpoint, as sandboxes are told. */
    public String url() {
        return url;
    }

    /** Whether {@code sandbox} opted in. */
    public boolean isEnabled(SandboxId sandbox) {
        FetchRun run = runs.find(sandbox);
        return run != null && run.isEnabled();
    }

    /** Where it listens, or null. */
    public @Nullable InetSocketAddress address() {
        return server == null ? null : server.address();
    }

    /** Takes nothing new, lets what runs finish for a while, then ends. */
    @Override
    public void close() {
        if (server == null) {
            desk.close();
        } else {
            server.close(); // and the desk with it
        }
    }
}
