package io.sallyport.credentials;

import static org.assertj.core.api.Assertions.fail;

import io.netty.channel.EventLoopGroup;
import io.sallyport.egress.EgressPolicy;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.egress.tls.TrustRoots;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.TestCa;
import io.sallyport.transport.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A dialer that reaches this machine, and the names below {@code test} there, with certificates of one CA. */
final class LocalNetwork implements AutoCloseable {
    private static final Transport TRANSPORT = Transport.best();

    private final TestCa ca = TestCa.create("secrets", () -> Fetching.NOW);
    private final EventLoopGroup loops = TRANSPORT.newLoops(1, "secrets-test");
    private final NettyDialer dialer;

    LocalNetwork() {
        var read = EgressPolicy.parse(
                Map.of("server.test", "127.0.0.1"), List.of("127.0.0.0/8"), OwnListeners.ofThisMachine());
        if (!(read instanceof EgressPolicy.Accepted(EgressPolicy policy))) {
            dialer = fail(read.toString());
            return;
        }
        var roots = TrustRoots.of(ca.certificate());
        dialer = NettyDialer.create(NettyDialer.Settings.of(policy, List.of(), roots), TRANSPORT, System::nanoTime);
    }

    /** Returns the CA of this network. */
    TestCa ca() {
        return ca;
    }

    /** Returns a context whose requests end after {@code limit}. */
    SourceContext context(Map<String, String> environment, Duration limit) {
        return Fetching.context(environment, new OutwardHttp(dialer, loops::next, new SandboxId("credentials"), limit));
    }

    SourceContext context(Map<String, String> environment) {
        return context(environment, Duration.ofSeconds(30));
    }

    @Override
    public void close() {
        dialer.close();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
