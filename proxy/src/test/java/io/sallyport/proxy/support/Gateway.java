package io.sallyport.proxy.support;

import io.netty.channel.EventLoopGroup;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.Cidr;
import io.sallyport.proxy.ListenAddress;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.proxy.ProxySettings;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.dns.DnsSettings;
import io.sallyport.proxy.enforce.HostExceptions;
import io.sallyport.proxy.enforce.OwnEndpoints;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.identity.Callers;
import io.sallyport.proxy.identity.SourceBlocks;
import io.sallyport.proxy.listener.ListenerProtocol;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A proxy on an ephemeral loopback port, with the collaborators given by tests. */
public final class Gateway implements AutoCloseable {
    public final TestSandboxes sandboxes = new TestSandboxes();
    public final RecordingAudit audit = new RecordingAudit();
    public final LocalDialer dialer = new LocalDialer();
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    public final EventLoopGroup loops;
    public final ProxyServer server;

    public Gateway() {
        this(ProxyLimits.DEFAULT);
    }

    public Gateway(ProxyLimits limits) {
        this(ProxySettings.of(List.of(ANY_PORT), limits));
    }

    /** Returns a proxy whose only listener belongs to that sandbox. */
    public static Gateway ownedBy(String id, Callers callers) {
        ListenAddress own = ListenAddress.own(new SandboxId(id), ListenerProtocol.HTTP, ANY_PORT, callers);
        return new Gateway(new ProxySettings(
                List.of(own),
                ProxyLimits.DEFAULT,
                SourceBlocks.NONE,
                HostExceptions.NONE,
                ApiServers.NONE,
                SandboxKeys.NONE,
                OwnEndpoints.NONE,
                DnsSettings.DEFAULT,
                FindingPolicy.off(),
                new ViaName("sallyport"),
                HeldRequests.none()));
    }

    /** Returns a proxy with two listeners: HTTP, then SOCKS5. */
    public static Gateway withSocks() {
        return behind(List.of(), ProxyLimits.DEFAULT);
    }

    /** Returns a proxy with two listeners, HTTP, then SOCKS5, behind load balancers at those addresses. */
    public static Gateway behind(List<Cidr> loadBalancers, ProxyLimits limits) {
        return behind(loadBalancers, limits, SourceBlocks.NONE);
    }

    /** The same, with addresses that are one sandbox's alone. */
    public static Gateway behind(List<Cidr> loadBalancers, ProxyLimits limits, SourceBlocks sources) {
        return new Gateway(new ProxySettings(
                List.of(
                        ListenAddress.shared(ListenerProtocol.HTTP, ANY_PORT).behind(loadBalancers),
                        ListenAddress.shared(ListenerProtocol.SOCKS5, ANY_PORT).behind(loadBalancers)),
                limits,
                sources,
                HostExceptions.NONE,
                ApiServers.NONE,
                SandboxKeys.NONE,
                OwnEndpoints.NONE,
                DnsSettings.DEFAULT,
                FindingPolicy.off(),
                new ViaName("sallyport"),
                HeldRequests.none()));
    }

    /** Returns a proxy with those listeners. */
    public static Gateway listening(ListenAddress... listen) {
        return listening(DnsSettings.DEFAULT, listen);
    }

    public static Gateway listening(DnsSettings dns, ListenAddress... listen) {
        return new Gateway(new ProxySettings(
                List.of(listen),
                ProxyLimits.DEFAULT,
                SourceBlocks.NONE,
                HostExceptions.NONE,
                ApiServers.NONE,
                SandboxKeys.NONE,
                OwnEndpoints.NONE,
                dns,
                FindingPolicy.off(),
                new ViaName("sallyport"),
                HeldRequests.none()));
    }

    /** Returns a proxy whose elapsed time is {@code nanoClock}'s. */
    public static Gateway timedBy(LongSupplier nanoClock) {
        return timedBy(nanoClock, ProxyLimits.DEFAULT);
    }

    public static Gateway timedBy(LongSupplier nanoClock, ProxyLimits limits) {
        return new Gateway(ProxySettings.of(List.of(ANY_PORT), limits), nanoClock);
    }

    private Gateway(ProxySettings settings) {
        this(settings, System::nanoTime);
    }

    private Gateway(ProxySettings settings, LongSupplier nanoClock) {
        loops = Transport.best().newLoops(2, "proxy");
        try {
            server = ProxyServer.start(
                    settings,
                    sandboxes,
                    dialer,
                    null,
                    audit,
                    _ -> null,
                    TestSandboxes.GUARD,
                    InstantSource.system(),
                    nanoClock,
                    loops,
                    new ListeningSockets());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public InetSocketAddress address() {
        return server.addresses().getFirst();
    }

    /** Returns the proxy's URL for clients: {@code http://id:token@host:port}. */
    public String url(String id) {
        return "http://" + id + ":" + TestSandboxes.tokenOf(id) + "@127.0.0.1:"
                + address().getPort();
    }

    @Override
    public void close() {
        server.close(Duration.ZERO).toCompletableFuture().join();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
