package io.sallyport.gateway.serve;

import io.netty.channel.EventLoopGroup;
import io.sallyport.admin.health.ReadinessCheck;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.auditexport.sink.AuditSinks;
import io.sallyport.configuration.Config;
import io.sallyport.egress.NettyDialer;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.transport.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The sinks of the configuration, with a dialer and an event loop of their own. Safe for concurrent use. */
final class SinkService implements AutoCloseable {
    private static final long LOOPS_END_SECONDS = 5;

    private final AuditSinks sinks;
    private final JsonLinesLog.Watch watch;
    private final NettyDialer dialer;
    private final EventLoopGroup loops;

    private SinkService(AuditSinks sinks, JsonLinesLog.Watch watch, NettyDialer dialer, EventLoopGroup loops) {
        this.sinks = sinks;
        this.watch = watch;
        this.dialer = dialer;
        this.loops = loops;
    }

    /**
     * Begins to deliver.
     *
     * @param state the folder below which positions are kept
     */
    static SinkService start(Config config, JsonLinesLog audit, OwnListeners own, Path state) throws StartException {
        Transport transport = Transport.best();
        NettyDialer dialer = Dialers.ofOperator(config.egress(), own, transport);
        EventLoopGroup loops = transport.newLoops(1, "audit-sinks");
        try {
            var parts = new AuditSinks.Parts(
                    dialer, loops::next, System.out, InstantSource.system(), System::nanoTime, new SecureRandom());
            AuditSinks sinks =
                    AuditSinks.start(config.sinks(), config.audit().file(), state.resolve("audit-sinks"), parts);
            return new SinkService(sinks, audit.watch(sinks::written), dialer, loops);
        } catch (IOException e) {
            dialer.close();
            end(loops);
            throw new StartException("audit.sinks: positions cannot be kept in the state directory: " + e, e);
        }
    }

    AuditSinks sinks() {
        return sinks;
    }

    /** Returns a check of each sink; a sink that fails does not make the gateway unready. */
    List<ReadinessCheck> checks() {
        return sinks.states().stream()
                .map(sink -> new ReadinessCheck("audit_sink:" + sink.name(), sink.failure()))
                .toList();
    }

    @Override
    public void close() {
        watch.close();
        sinks.close();
        dialer.close();
        end(loops);
    }

    private static void end(EventLoopGroup loops) {
        loops.shutdownGracefully(0, LOOPS_END_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
