package io.sallyport.bundles;

import io.sallyport.bundles.BundleActivation.InForce;
import io.sallyport.bundles.BundleActivation.Refused;
import io.sallyport.bundles.BundleDownload.Failed;
import io.sallyport.bundles.BundleDownload.Fetched;
import io.sallyport.bundles.BundleDownload.Unchanged;
import io.sallyport.model.text.Parsed;
import io.sallyport.policycompiler.bundle.BundleDelta;
import io.sallyport.policycompiler.bundle.BundleReader;
import io.sallyport.policycompiler.bundle.BundleUpdate;
import io.sallyport.policycompiler.bundle.OpaBundle;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The versions of one bundle as they come: downloaded, verified, put in force, kept on disk. What does not load changes
 * nothing. Confined to the thread that polls, but for {@link #status} and {@link #failures}.
 */
final class BundleUpdates {
    private static final Logger LOG = LoggerFactory.getLogger(BundleUpdates.class);

    private final BundleSettings settings;
    private final BundleSource source;
    private final @Nullable BundleCopy copy;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final PollDelays delays;
    private final AtomicLong failures = new AtomicLong();
    private volatile BundleStatus status;
    private @Nullable OpaBundle active;
    private @Nullable String etag;
    private @Nullable String inForce; // the digest of the archive, if it is a whole bundle
    private boolean longPolls;

    /** @param copy where versions are kept, or null */
    BundleUpdates(
            BundleSettings settings,
            BundleSource source,
            @Nullable BundleCopy copy,
            InstantSource clock,
            LongSupplier nanos,
            RandomGenerator random) {
        this.settings = settings;
        this.source = source;
        this.copy = copy;
        this.clock = clock;
        this.nanos = nanos;
        this.delays = new PollDelays(settings.polling(), random);
        this.status = BundleStatus.initial(settings.name());
        this.longPolls = settings.polling().longPoll() != null;
    }

    BundleStatus status() {
        return status;
    }

    /** Returns how many attempts have failed. */
    long failures() {
        return failures.get();
    }

    /** Returns the bundle in force, or null. */
    @Nullable
    OpaBundle active() {
        return active;
    }

    /** Puts the copy on disk in force if it is young enough, verified and loads. */
    void restore(BundleActivation activation) {
        if (copy == null) {
            return;
        }
        try {
            BundleCopy.Kept kept = copy.read(settings.sizeLimit());
            if (kept == null) {
                return;
            }
            if (!kept.isWithin(settings.maxAge(), clock.instant())) {
                refused(0, "the copy on disk is older than " + settings.maxAge().toSeconds() + " s", List.of());
                return;
            }
            take(kept.archive().read(), kept.etag(), null, activation);
        } catch (IOException e) {
            refused(0, "the copy on disk cannot be read: " + e.getMessage(), List.of());
        }
    }

    /** Asks for the bundle once, and returns how long to wait for the next time. */
    Duration poll(BundleActivation activation) {
        Duration longest = settings.polling().longPoll();
        Duration wait = longest != null && longPolls && active != null ? longest : Duration.ZERO;
        long began = nanos.getAsLong();
        status = status.requested(clock.instant());
        return switch (source.download(active == null ? null : etag, wait, active != null && etag != null)) {
            case Failed _ when Thread.currentThread().isInterrupted() -> Duration.ZERO; // the gateway ends
            case Failed(int code, String why) -> {
                refused(code, why, List.of());
                yield delays.failed();
            }
            case Unchanged(boolean held) -> {
                longPolls = held;
                unchanged();
                yield next(began);
            }
            case Fetched(var bytes, String tag, boolean held) -> {
                byte[] archive = bytes.read();
                longPolls = held;
                status = status.downloaded(clock.instant(), archive.length);
                if (ArchiveDigest.of(archive).equals(inForce)) {
                    etag = tag;
                    unchanged();
                    yield next(began);
                }
                yield take(archive, tag, copy, activation) ? next(began) : delays.failed();
            }
        };
    }

    private Duration next(long began) {
        return longPolls && settings.polling().longPoll() != null
                ? delays.longPolled(Duration.ofNanos(nanos.getAsLong() - began))
                : delays.succeeded();
    }

    private boolean take(byte[] archive, @Nullable String tag, @Nullable BundleCopy keep, BundleActivation activation) {
        return switch (BundleReader.update(archive, settings.limits(), settings.key())) {
            case BundleUpdate.Rejected(var rejected) -> {
                refused(0, "refused: " + rejected, List.of());
                yield false;
            }
            case BundleUpdate.Snapshot(var bundle) -> {
                boolean isInForce = activate(bundle, tag, "snapshot", activation);
                if (isInForce) {
                    inForce = ArchiveDigest.of(archive);
                    keep(keep, archive, tag);
                }
                yield isInForce;
            }
            case BundleUpdate.Delta(BundleDelta delta) -> patch(delta, tag, activation);
        };
    }

    /** A delta is not kept: a start asks for what came after the last snapshot. */
    private boolean patch(BundleDelta delta, @Nullable String tag, BundleActivation activation) {
        OpaBundle base = active;
        if (base == null) {
            refused(0, "a delta came, and there is no bundle that it changes", List.of());
            return false;
        }
        return switch (delta.applyTo(base)) {
            case Parsed.Accepted<OpaBundle>(OpaBundle patched) -> activate(patched, tag, "delta", activation);
            case Parsed.Rejected<OpaBundle>(String why, int _) -> {
                refused(0, "the delta does not fit the bundle in force: " + why, List.of());
                yield false;
            }
        };
    }

    private boolean activate(OpaBundle bundle, @Nullable String tag, String kind, BundleActivation activation) {
        return switch (activation.activate(bundle)) {
            case InForce() -> {
                active = bundle;
                inForce = null;
                etag = tag;
                status = status.activated(clock.instant(), bundle.manifest().revision(), kind);
                yield true;
            }
            case Refused(String why, List<String> errors) -> {
                refused(0, why, errors);
                yield false;
            }
        };
    }

    /** After a failure the whole bundle is asked for, whatever the service says of the version that is there. */
    private void refused(int code, String why, List<String> errors) {
        etag = null;
        failures.incrementAndGet();
        status = status.failed(code, why, errors);
    }

    private void keep(@Nullable BundleCopy keep, byte[] archive, @Nullable String tag) {
        if (keep != null) {
            try {
                keep.write(archive, tag, clock.instant());
            } catch (IOException e) {
                LOG.warn("bundle {}: in force, but not kept on disk", settings.name(), e);
            }
        }
    }

    private void unchanged() {
        status = status.unchanged(clock.instant());
        if (copy != null && status.type().equals("snapshot")) {
            try {
                copy.confirm(clock.instant());
            } catch (IOException e) {
                LOG.warn("bundle {}: the time of the copy on disk cannot be set", settings.name(), e);
            }
        }
    }
}
