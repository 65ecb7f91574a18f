package io.sallyport.auditstore;

import io.sallyport.auditstore.index.RecordIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the index from the log on a thread of its own. It looks for new lines twice a second, and when someone asks, so
 * that the writer of the log knows nothing of it. Whatever fails here is tried again later. Safe for concurrent use.
 */
final class StoreFeed {
    private static final Logger LOG = LoggerFactory.getLogger(StoreFeed.class);

    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(10);
    private static final Duration KEEP_EVERY = Duration.ofMinutes(10);
    /** How many records one commit makes durable at most, so that a start after a crash reads no more again. */
    private static final int COMMIT_RECORDS = 100_000;

    /** In place of the number of the next part that was not counted since the index was opened. */
    private static final int WARM = -1;

    private final StoreSettings settings;
    private final LineSource.Opener log;
    private final InstantSource wall;
    private final LongSupplier nanoClock;
    private final Duration retryAfter;
    private final EndSignal end = new EndSignal();
    private final Thread thread;

    private volatile @Nullable RecordIndex index;
    private volatile @Nullable String failure = "it was not opened yet";
    private volatile boolean isComplete;
    private final LongAdder rebuilds = new LongAdder();
    private volatile long bytes;

    private int uncommitted;
    private long committedAt;
    private long keptAt;

    /** @param retryAfter how long it waits after a failure */
    StoreFeed(
            StoreSettings settings,
            LineSource.Opener log,
            InstantSource wall,
            LongSupplier nanoClock,
            Duration retryAfter) {
        this.settings = settings;
        this.log = log;
        this.wall = wall;
        this.nanoClock = nanoClock;
        this.retryAfter = retryAfter;
        thread = Thread.ofPlatform().name("audit-store").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        if (!end.await(LOOK_EVERY)) { // a gateway that starts has better things to do
            return;
        }
        do {
            try {
                if (follow()) {
                    return;
                }
                LOG.warn("the audit log was replaced: the audit store is begun anew");
                remove();
            } catch (IOException | RuntimeException | Error e) {
                failed(e);
            }
        } while (end.pause(retryAfter));
    }

    private void failed(Throwable e) {
        String what = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
        failure = what;
        isComplete = false;
        if (RecordIndex.isUseless(e)) {
            LOG.warn("the audit store is begun anew: {}", what);
            remove();
        } else {
            LOG.warn("the audit store cannot go on, and is tried again: {}", what, e);
        }
    }

    private void remove() {
        try {
            RecordIndex.remove(settings.folder());
            rebuilds.increment();
        } catch (IOException e) {
            LOG.warn("the audit store cannot be removed", e);
        }
    }

    /** Opens the index and feeds it until this feed is closed; returns false if the log is another than the index's. */
    private boolean follow() throws IOException {
        Files.createDirectories(
                settings.folder(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (RecordIndex opened =
                        RecordIndex.open(settings.folder(), settings.keepBytes(), settings.countBytes(), nanoClock);
                LineSource lines = log.open(opened.position())) {
            index = opened;
            failure = null;
            committedAt = nanoClock.getAsLong();
            keptAt = committedAt - KEEP_EVERY.toNanos();
            bytes = opened.bytes();
            int cold = 0;
            do {
                long asked = end.asked();
                if (!feed(opened, lines)) {
                    return false;
                }
                end.reached(asked);
                if (isComplete && cold >= 0) {
                    cold = opened.warm(cold) ? cold + 1 : WARM;
                }
            } while (end.await(LOOK_EVERY));
            commit(opened, lines);
            return true;
        } finally {
            index = null;
        }
    }

    private boolean feed(RecordIndex into, LineSource lines) throws IOException {
        String line = lines.next();
        while (line != null && end.isOpen()) {
            if (into.add(line) == RecordIndex.Fed.OF_OTHER_LOG) {
                return false;
            }
            uncommitted++;
            if (uncommitted >= COMMIT_RECORDS) {
                commit(into, lines);
            }
            line = lines.next();
        }
        isComplete = line == null;
        long now = nanoClock.getAsLong();
        boolean isDue = uncommitted > 0 && now - committedAt >= COMMIT_EVERY.toNanos();
        if (isDue || now - keptAt >= KEEP_EVERY.toNanos()) {
            commit(into, lines);
        }
        return true;
    }

    private void commit(RecordIndex into, LineSource lines) throws IOException {
        long now = nanoClock.getAsLong();
        if (now - keptAt >= KEEP_EVERY.toNanos()) {
            keptAt = now;
            into.removeBefore(wall.instant().minus(settings.keepAge()));
        }
        into.commit(lines.position());
        uncommitted = 0;
        committedAt = now;
        bytes = into.bytes();
        if (bytes > settings.keepBytes() && into.removeOldest()) {
            into.commit(lines.position());
            bytes = into.bytes();
        }
    }

    /** Returns the index, or null while it is not open. */
    @Nullable
    RecordIndex index() {
        return index;
    }

    boolean awaitEnd(Duration most) {
        return end.awaitReached(most);
    }

    StoreState state() {
        RecordIndex open = index;
        return open == null
                ? new StoreState(false, false, 0, bytes, rebuilds.sum(), null, failure)
                : new StoreState(true, isComplete, open.records(), bytes, rebuilds.sum(), open.lastTime(), failure);
    }

    void close() {
        end.close();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
