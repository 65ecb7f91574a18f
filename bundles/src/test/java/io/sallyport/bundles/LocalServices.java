package io.sallyport.bundles;

import static org.assertj.core.api.Assertions.fail;

import io.netty.channel.EventLoopGroup;
import io.sallyport.credentials.OutwardHttp;
import io.sallyport.credentials.SourceContext;
import io.sallyport.egress.EgressPolicy;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.SandboxId;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.TestCa;
import io.sallyport.transport.Transport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A network that reaches this machine, and names below {@code test} there, with certificates of one CA. */
final class LocalServices implements AutoCloseable {
    private static final Transport TRANSPORT = Transport.best();

    private final TestCa ca = TestCa.create("services", InstantSource.system());
    private final EventLoopGroup loops = TRANSPORT.newLoops(1, "services-test");
    private final NettyDialer dialer;

    LocalServices() {
        var read = EgressPolicy.parse(
                Map.of("server.test", "127.0.0.1"), List.of("127.0.0.0/8"), OwnListeners.ofThisMachine());
        if (!(read instanceof EgressPolicy.Accepted(EgressPolicy policy))) {
            dialer = fail(read.toString());
            return;
        }
        var roots = TrustRoots.of(ca.certificate());
        dialer = NettyDialer.create(NettyDialer.Settings.of(policy, List.of(), roots), TRANSPORT, System::nanoTime);
    }

    TestCa ca() {
        return ca;
    }

    ServiceNetwork network(Map<String, String> environment) {
        var http = new OutwardHttp(dialer, loops::next, new SandboxId("bundles"), Duration.ofSeconds(30));
        return new ServiceNetwork(
                dialer, new SourceContext(InstantSource.system(), System::nanoTime, environment, http));
    }

    static CanonicalUrl url(String text) {
        return RemoteService.url(text) instanceof Parsed.Accepted<CanonicalUrl>(CanonicalUrl url)
                ? url
                : fail(text + ": no URL");
    }

    /** Returns a service with a header of its own. */
    static RemoteService service(String url, boolean isRegistry, ServiceCredentials credentials) {
        return new RemoteService(
                "central",
                url(url),
                isRegistry,
                List.of(),
                Map.of("X-Tenant", "blue"),
                credentials,
                Duration.ofSeconds(10));
    }

    @Override
    public void close() {
        dialer.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
