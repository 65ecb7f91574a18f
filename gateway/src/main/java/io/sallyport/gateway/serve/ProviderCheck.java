package io.sallyport.gateway.serve;

import io.netty.channel.EventLoopGroup;
import io.sallyport.configuration.Config;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.gateway.credentials.Providers;
import io.sallyport.transport.Transport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;

/** Reads the secret of each configured provider once, without a gateway, as a gateway would. */
public final class ProviderCheck {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private ProviderCheck() {}

    /**
     * Reads them. Blocks.
     *
     * @return what is with the secret of each, by name
     */
    public static SequencedMap<String, Providers.State> of(Config config, Map<String, String> environment)
            throws StartException {
        if (config.providers().isEmpty()) {
            return Providers.NONE.states();
        }
        Transport transport = Transport.best();
        EventLoopGroup loops = transport.newLoops(1, "provider-check");
        try (var providers = Providers.start(
                config.providers(),
                InstantSource.system(),
                System::nanoTime,
                environment,
                Dialers.ofOperator(config.egress(), OwnListeners.ofThisMachine(), transport),
                loops,
                LIMIT)) {
            return providers.states();
        } finally {
            var _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        }
    }
}
