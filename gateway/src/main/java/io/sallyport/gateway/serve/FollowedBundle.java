package io.sallyport.gateway.serve;

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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The bundle of guardrails at its server, whose status is reported. Safe for concurrent use, but for {@link #restore},
 * which comes before {@link #start}.
 */
final class FollowedBundle implements AutoCloseable {
    private final RemotePolicy.Configured settings;
    private final ServiceNetwork network;
    private final BundlePoller poller;
    private final FailureRecords failures;
    private final Runnable polled;
    private volatile @Nullable StatusReports reports;

    /**
     * @param folder where the bundle is kept, if it is
     * @param polled is called after each request for it
     */
    FollowedBundle(
            RemotePolicy.Configured settings,
            ServiceNetwork network,
            Path folder,
            GuardrailsRecords records,
            Runnable polled) {
        this.settings = settings;
        this.network = network;
        this.polled = polled;
        String name = settings.bundle().name();
        this.failures = new FailureRecords(records, ChangeOrigin.ofBundle(name));
        this.poller = BundlePoller.of(
                settings.bundle(),
                network,
                folder,
                () -> ThreadLocalRandom.current().nextLong(),
                this::polled);
    }

    RemotePolicy.Configured settings() {
        return settings;
    }

    ChangeOrigin origin() {
        return failures.origin();
    }

    void restore(BundleActivation activation) {
        poller.restore(activation);
    }

    /** @param discovery what became of the bundle that named this one, if one did */
    void start(BundleActivation activation, Supplier<Optional<BundleStatus>> discovery) {
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
    void report() {
        StatusReports to = reports;
        if (to != null) {
            to.changed();
        }
    }

    /** Asks the server soon. Returns at once. */
    void pollNow() {
        poller.pollNow();
    }

    BundleStatus status() {
        return poller.status();
    }

    /** Returns how many attempts have failed. */
    long failures() {
        return poller.failures();
    }

    /** Returns how many reports of the status did not arrive. */
    long reportFailures() {
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
