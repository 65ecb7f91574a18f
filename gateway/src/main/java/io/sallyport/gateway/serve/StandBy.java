package io.sallyport.gateway.serve;

import io.sallyport.configuration.Config;
import io.sallyport.control.store.LockWait;
import io.sallyport.transport.HandoverClient;
import io.sallyport.transport.ListeningSockets;
import io.sallyport.transport.PassedSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the gateway with the same state ends, after taking over its listeners. Connections that arrive between
 * its end and this gateway's start wait in the kernel's queue. Confined to the thread that starts a gateway.
 */
final class StandBy implements LockWait {
    private static final Logger LOG = LoggerFactory.getLogger(StandBy.class);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final Path state;
    private final Duration most;
    private final StopSignal stop;
    private final ListeningSockets sockets;
    private final LongSupplier nanoClock;
    private final Runnable meanwhile;
    private boolean waiting;
    private long since;

    /**
     * @param stop ends the wait
     * @param sockets receives the listeners of the running gateway
     * @param meanwhile work that does not need the state; run once if there is a wait
     */
    StandBy(Config config, StopSignal stop, ListeningSockets sockets, LongSupplier nanoClock, Runnable meanwhile) {
        this.state = config.state();
        this.most = config.operation().handoverWait();
        this.meanwhile = meanwhile;
        this.stop = stop;
        this.sockets = sockets;
        this.nanoClock = nanoClock;
    }

    @Override
    public boolean again() {
        if (!waiting) {
            waiting = true;
            since = nanoClock.getAsLong();
            takeListeners();
        }
        if (stop.isAsked() || nanoClock.getAsLong() - since >= most.toNanos()) {
            return false;
        }
        stop.awaitAtMost(PAUSE);
        return true;
    }

    private void takeListeners() {
        if (!most.isZero()) {
            List<PassedSocket> taken = HandoverClient.take(HandoverOffer.path(state));
            sockets.pass(taken);
            LOG.info(
                    "{} is in use: waits at most {} s (handover.wait) for that gateway's end; has {} of its listeners",
                    state,
                    most.toSeconds(),
                    taken.size());
            meanwhile.run();
        }
    }
}
