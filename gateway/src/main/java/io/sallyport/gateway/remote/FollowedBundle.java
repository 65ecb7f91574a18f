package io.sallyport.gateway.remote;

import io.sallyport.bundles.BundleActivation;
import io.sallyport.bundles.BundlePoller;
import io.sallyport.bundles.BundleStatus;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.bundles.ServiceNetwork;
import io.sallyport.bundles.StatusReports;
import io.sallyport.control.calls.ChangeOrigin;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The bundle of guardrails at its server, whose status is reported. Safe for concurrent use, but for {@link #restore},
 * which comes before {@link #start}.
 */
public final class FollowedBundle implements AutoCloseable {
    private final RemotePolicy.Configured settings;
    private final ServiceNetwork network;
    private final BundlePoller poller;
    private final FailureRecords failures;
    private final Runnable polled;
    private volatile @Nullable StatusReports reports;

    /**
     * @param folder where the bundle is kept, if it is
     * @param unreadable records why it was not got or not taken
     * @param polled is called after each request for it
     */
    public FollowedBundle(
            RemotePolicy.Configured settings,
            ServiceNetwork network,
            Path folder,
            BiConsumer<ChangeOrigin, String> unreadable,
            Runnable polled) {
        this.settings = settings;
        this.network = network;
        this.polled = polled;
        String name = settings.bundle().name();
        this.failures = new FailureRecords(unreadable, ChangeOrigin.ofBundle(name));
        this.poller = BundlePoller.of(
                settings.bundle(),
                network,
                folder,
                () -> ThreadLocalRandom.current().nextLong(),
                this::polled);
    }

    public RemotePolicy.Configured settings() {
        return settings;
    }

    public ChangeOrigin origin() {
        return failures.origin();
    }

    /** Puts the copy on disk in force if there is one that may be. */
    public void restore(BundleActivation activation) {
        poller.restore(activation);
    }

    /**
     * Begins to ask for it.
     *
     * @param discovery what became of the bundle that named this one, if one did
     */
    public void start(BundleActivation activation, Supplier<Optional<BundleStatus>> discovery) {
        var to = settings.status();
        reports = to == null ? null : StatusReports.start(to, network, poller::status, discovery);
        poller.start(activation);
    }

    private void polled() {
        failures.note(poller.status());
        polled.run();
        report();
    }

    /** Something that is reported has changed. */
    public void report() {
        StatusReports to = reports;
        if (to != null) {
            to.changed();
        }
    }

    /** Asks the server soon. Returns at once. */
    public void pollNow() {
        poller.pollNow();
    }

    public BundleStatus status() {
        return poller.status();
    }

    /** Returns how many attempts have failed. */
    public long failures() {
        return poller.failures();
    }

    /** Returns how many reports of the status did not arrive. */
    public long reportFailures() {
        StatusReports to = reports;
        return to == null ? 0 : to.failures();
    }

    @Override
    public void close() {
        poller.close();
        StatusReports to = reports;
        if (to != null) {
            to.close();
        }
    }
}
