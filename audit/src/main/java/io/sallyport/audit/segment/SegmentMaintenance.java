package io.sallyport.audit.segment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps closed segments in order. Each pass begins with what is in the folder, and each of its steps
 * may be cut off at any moment: the next pass goes on.
 */
final class SegmentMaintenance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentMaintenance.class);
    /** The time between two passes without a closed segment between: for what failed, and for what grows old. */
    private static final long PASS_SECONDS = 60;

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final SegmentFiles files;
    private final SegmentSettings settings;
    private final ManifestWriter manifests;
    private final SegmentRetention retention;
    private final SegmentCompression compression;
    private final Semaphore wakes = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closing;
    private boolean isFailing;

    /** A step of a pass. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    SegmentMaintenance(SegmentFiles files, SegmentSettings settings, InstantSource wall) {
        this.files = files;
        this.settings = settings;
        manifests = new ManifestWriter(files, settings.key());
        retention = new SegmentRetention(files, settings, wall);
        compression = new SegmentCompression(files, () -> closing);
        thread = Thread.ofPlatform().name("audit-segments").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void wake() {
        wakes.release();
    }

    private void run() {
        pass(this::sweep);
        while (!closing) {
            pass(this::order);
            try {
                wakes.tryAcquire(PASS_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException _) {
                return;
            }
            wakes.drainPermits();
        }
    }

    /** Keeps going after a failure: a full disk, for one, may be emptied by the next step. */
    private void pass(Step step) {
        try {
            step.run();
            isFailing = false;
        } catch (IOException | RuntimeException e) {
            if (!isFailing) {
                LOG.warn("closed segments of the audit log are not kept in order; it is tried again every minute", e);
            }
            isFailing = true;
        }
    }

    /** Removes what a crash left unfinished. */
    void sweep() throws IOException {
        for (Path file : files.unfinished()) {
            Files.deleteIfExists(file);
        }
    }

    /** Brings the closed segments into the order that the settings describe. */
    void order() throws IOException {
        retention.finish();
        manifests.run();
        retention.run();
        if (settings.compress()) {
            compression.run();
        }
    }

    @Override
    public void close() {
        closing = true;
        wake();
        try {
            if (thread.isAlive() && !thread.join(CLOSE_WITHIN)) {
                LOG.warn("a segment of the audit log is still being compressed; the next start goes on");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
