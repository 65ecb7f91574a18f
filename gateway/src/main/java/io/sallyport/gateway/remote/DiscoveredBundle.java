package io.sallyport.gateway.remote;

import io.sallyport.bundles.BundleActivation;
import io.sallyport.bundles.BundlePoller;
import io.sallyport.bundles.BundleStatus;
import io.sallyport.bundles.RemotePolicy;
import io.sallyport.bundles.ServiceNetwork;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The bundle that names the bundle of guardrails. Safe for concurrent use, but for {@link #restore}, which comes before
 * {@link #start}.
 */
public final class DiscoveredBundle implements AutoCloseable {
    /** In checks, records and reports. */
    public static final String NAME = "discovery";

    private final RemotePolicy.Discovery reader;
    private final BundlePoller poller;
    private final FailureRecords failures;
    private final Runnable polled;

    /**
     * @param folder where it is kept, if it is
     * @param unreadable records why it was not got or not taken
     * @param polled is called after each request for it
     */
    public DiscoveredBundle(
            RemotePolicy.Discovered settings,
            ServiceNetwork network,
            Path folder,
            BiConsumer<ChangeOrigin, String> unreadable,
            Runnable polled) {
        this.reader = settings.reader();
        this.polled = polled;
        this.failures = new FailureRecords(unreadable, ChangeOrigin.ofBundle(NAME));
        this.poller = BundlePoller.of(
                settings.discovery(),
                network,
                folder,
                () -> ThreadLocalRandom.current().nextLong(),
                this::polled);
    }

    /** Reads the copy on disk if there is one that may be used. */
    public void restore(Consumer<RemotePolicy.Configured> named) {
        poller.restore(activation(named));
    }

    /** Begins to ask for it; {@code named} is told what it names each time that it changes, on a thread of its own. */
    public void start(Consumer<RemotePolicy.Configured> named) {
        poller.start(activation(named));
    }

    private BundleActivation activation(Consumer<RemotePolicy.Configured> named) {
        return bundle -> switch (reader.read(bundle)) {
            case Parsed.Rejected<RemotePolicy.Configured>(String why, int _) ->
                new BundleActivation.Refused(why, List.of());
            case Parsed.Accepted<RemotePolicy.Configured>(RemotePolicy.Configured found) -> {
                named.accept(found);
                yield new BundleActivation.InForce();
            }
        };
    }

    private void polled() {
        failures.note(poller.status());
        polled.run();
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

    @Override
    public void close() {
        poller.close();
    }
}
