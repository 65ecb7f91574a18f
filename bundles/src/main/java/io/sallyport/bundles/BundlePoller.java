package io.sallyport.bundles;

import io.sallyport.egress.http.WakeSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one bundle on a thread of its own, from its copy on disk on. Safe for concurrent use, but for {@link
 * #restore}, which comes before {@link #start}.
 */
public final class BundlePoller implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BundlePoller.class);
    private static final Duration END = Duration.ofSeconds(5);

    private final BundleUpdates updates;
    private final Duration pauseAfterFault;
    private final WakeSignal signal = new WakeSignal();
    private final Runnable changed;
    private volatile Thread thread = Thread.currentThread();
    private volatile boolean isStarted;

    private BundlePoller(BundleUpdates updates, Duration pauseAfterFault, Runnable changed) {
        this.updates = updates;
        this.pauseAfterFault = pauseAfterFault;
        this.changed = changed;
    }

    /**
     * Creates a poller that does not poll yet.
     *
     * @param folder where the bundle is kept, if it is; made at the first time
     * @param random for the pauses between requests
     * @param changed is called after each request, on the thread that polls, until it is closed
     */
    public static BundlePoller of(
            BundleSettings settings, ServiceNetwork network, Path folder, RandomGenerator random, Runnable changed) {
        var exchange = new ServiceExchange(settings.service(), network);
        BundleSource source = settings.service().isRegistry()
                ? new RegistryBundleSource(settings, exchange)
                : new HttpBundleSource(settings, exchange);
        BundleCopy copy = settings.persist() ? new BundleCopy(folder.resolve(settings.name() + ".bundle")) : null;
        return new BundlePoller(
                new BundleUpdates(
                        settings,
                        source,
                        copy,
                        network.sources().clock(),
                        network.sources().nanos(),
                        random),
                settings.polling().maxDelay(),
                changed);
    }

    /** Puts the copy on disk in force if there is one that may be; blocks. */
    public void restore(BundleActivation activation) {
        updates.restore(activation);
    }

    /** Begins to poll; what comes is activated on the poller's thread. */
    public void start(BundleActivation activation) {
        isStarted = true;
        thread = Thread.ofPlatform().daemon().name("bundle-poller").start(() -> run(activation));
    }

    private void run(BundleActivation activation) {
        try {
            while (!signal.isClosed()) {
                signal.await(once(activation));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed while it waited
        }
    }

    private Duration once(BundleActivation activation) {
        try {
            return updates.poll(activation);
        } catch (RuntimeException e) {
            LOG.error("bundle {}: a fault of the gateway; the last stays in force", status().name(), e);
            return pauseAfterFault;
        } finally {
            if (!signal.isClosed()) {
                changed.run();
            }
        }
    }

    /** Asks the service soon, whatever time it is. Returns at once. */
    public void pollNow() {
        signal.wake();
    }

    public BundleStatus status() {
        return updates.status();
    }

    /** Returns how many attempts have failed. */
    public long failures() {
        return updates.failures();
    }

    /** Ends a request that waits for its answer too. */
    @Override
    public void close() {
        signal.close();
        if (isStarted) {
            thread.interrupt();
            try {
                thread.join(END);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
