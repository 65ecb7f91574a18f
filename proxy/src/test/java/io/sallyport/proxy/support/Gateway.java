package io.sallyport.proxy.support;

import io.netty.channel.EventLoopGroup;
import io.sallyport.egress.transport.Transport;
import io.sallyport.proxy.ProxyServer;
import io.sallyport.proxy.ProxySettings;
import io.sallyport.proxy.listener.ProxyLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A proxy on a chosen port of the loopback, with the neighbours that tests give it. */
public final class Gateway implements AutoCloseable {
    public final TestSandboxes sandboxes = new TestSandboxes();
    public final RecordingAudit audit = new RecordingAudit();
    public final LocalDialer dialer = new LocalDialer();
    public final EventLoopGroup loops;
    public final ProxyServer server;

    public Gateway() {
        this(ProxyLimits.DEFAULT);
    }

    public Gateway(ProxyLimits limits) {
        loops = Transport.best().newLoops(2, "proxy");
        var listen = List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try {
            server = ProxyServer.start(
                    ProxySettings.of(listen, limits),
                    sandboxes,
                    dialer,
                    null,
                    audit,
                    _ -> null,
                    InstantSource.system(),
                    System::nanoTime,
                    loops);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    public InetSocketAddress address() {
        return server.addresses().getFirst();
    }

    /** As a client writes it: {@code http://id:token@host:port}. */
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
