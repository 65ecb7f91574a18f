package io.sallyport.gateway.fetch;

import io.netty.channel.EventLoopGroup;
import io.sallyport.audit.AuditLog;
import io.sallyport.egress.Dialer;
import io.sallyport.fetch.FetchDesk;
import io.sallyport.fetch.FetchLimits;
import io.sallyport.fetch.FetchServer;
import io.sallyport.fetch.cache.SkillCache;
import io.sallyport.fetch.forge.FetchBounds;
import io.sallyport.fetch.forge.ForgeClient;
import io.sallyport.gateway.config.FetchSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;

/** The fetch endpoint of a gateway, on its listener. Safe for concurrent use; whoever started it closes it. */
public final class FetchEndpoint implements AutoCloseable {
    private final FetchServer server;
    private final String url;

    private FetchEndpoint(FetchServer server, String url) {
        this.server = server;
        this.url = url;
    }

    /**
     * Listens and serves.
     *
     * @param loops of the dialer's transport
     * @throws IOException where the cache cannot be used, or it cannot listen there
     */
    public static FetchEndpoint start(
            FetchSettings settings, SandboxFetches runs, Dialer dialer, EventLoopGroup loops, AuditLog audit)
            throws IOException {
        var desk = FetchDesk.of(
                new ForgeClient(settings.forges(), dialer, loops, FetchBounds.DEFAULT, InstantSource.system()),
                SkillCache.open(settings.cache()),
                settings.isOffline(),
                settings.executables(),
                audit,
                InstantSource.system(),
                System::nanoTime);
        FetchServer server = FetchServer.start(settings.listen(), FetchLimits.DEFAULT, runs, desk, System::nanoTime);
        String advertised = settings.advertisedUrl();
        return new FetchEndpoint(server, advertised == null ? url(server.address()) : advertised);
    }

    private static String url(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return "http://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort() + "/fetch";
    }

    /** The whole endpoint, as sandboxes are told. */
    public String url() {
        return url;
    }

    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void close() {
        server.close();
    }
}
