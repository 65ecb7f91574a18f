package io.sallyport.audit;

import io.sallyport.audit.AuditSettings.OnFailure;
import io.sallyport.audit.AuditSettings.Sync;
import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.segment.LineSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * The thread that encodes and writes: it drains the backlog into a batch, writes the batch, then calls its waiters.
 * While the sink fails it keeps the batch and retries.
 */
final class Writer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
    /** How often it collects counted refusals and checks that the file is in place. */
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * How long after a write a record without a waiter does not wake the writer; the next record with a waiter takes it
     * along.
     */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int MAX_FOLDED_LINES = 1_000; // per step

    private final AuditSettings settings;
    private final Backlog backlog;
    private final RefusalFolding folding;
    private final Condition condition;
    private final LogFollowers streams;
    private final OwnLines own;
    private final LineSink.Opener opener;
    private final LongSupplier nanoClock;
    private final LineBatch batch;
    private final WriteNotices waiters = new WriteNotices();
    private @Nullable LineSink sink;
    private long lookedNanos;
    private int attemptsLeft;
    private boolean gathered;
    private volatile boolean closing;
    private volatile boolean reopening;

    Writer(LogParts parts, OwnLines own, Chain chain, LineSink.Opener opener, LineSink first, LongSupplier nanoClock) {
        settings = parts.settings();
        backlog = parts.backlog();
        folding = parts.folding();
        condition = parts.condition();
        streams = parts.streams();
        this.own = own;
        batch = new LineBatch(chain);
        this.opener = opener;
        this.sink = first;
        this.nanoClock = nanoClock;
        lookedNanos = nanoClock.getAsLong();
        attemptsLeft = (int) Math.max(1, settings.closeWithin().dividedBy(settings.retryEvery()));
    }

    void askToReopen() {
        reopening = true;
    }

    void askToClose() {
        closing = true;
    }

    @Override
    public void run() {
        while (step()) {}
        releaseSink();
    }

    /** Writes what is queued, or waits for it. Returns false when everything is done. */
    private boolean step() {
        boolean last = closing; // read before the backlog, which then contains everything accepted until that moment
        look();
        fill(last);
        if (batch.isEmpty()) {
            if (!last) {
                rest();
            }
            return !last;
        }
        gathered = false;
        if (write()) {
            settle();
            return true;
        }
        hold();
        if (last && --attemptsLeft <= 0) {
            return false;
        }
        LockSupport.parkNanos(settings.retryEvery().toNanos());
        return true;
    }

    private void rest() {
        if (gathered) {
            backlog.await(TICK_NANOS);
        } else {
            backlog.gather(GATHER_NANOS);
            gathered = true;
        }
    }

    /** Handles a requested reopen and a file that is gone. */
    private void look() {
        long now = nanoClock.getAsLong();
        boolean due = now - lookedNanos >= TICK_NANOS;
        if (due) {
            lookedNanos = now;
        }
        LineSink open = sink;
        boolean asked = reopening;
        reopening = false;
        if (open != null && (asked || (due && !open.isInPlace()))) {
            own.reopened(asked);
            releaseSink();
        } else if (due) {
            rotate();
        }
    }

    /** Begins another file, between two lines, if it is time. If that fails, the one there is serves on. */
    private void rotate() {
        LineSink open = sink;
        if (open == null || !batch.isEmpty() || !open.isDue()) {
            return;
        }
        try {
            open.retire();
        } catch (IOException e) {
            LOG.warn("the file of the audit log could not be closed; it is tried again", e);
            return;
        }
        releaseSink();
        try {
            openSink();
        } catch (IOException e) {
            LOG.warn("the next file of the audit log could not be opened; the next line tries it again", e);
        }
    }

    private void fill(boolean last) {
        if (!condition.isFailing()) {
            List<LogLine> lines = new ArrayList<>();
            folding.collect(nanoClock.getAsLong(), last, lines, MAX_FOLDED_LINES);
            own.collect(condition, last, lines);
            lines.forEach(this::add);
        }
        while (batch.hasRoom()) {
            BacklogEntry entry = backlog.poll();
            if (entry == null) {
                return;
            }
            add(entry);
        }
    }

    private void add(LogLine line) {
        try {
            batch.add(line);
        } catch (JacksonException e) {
            LOG.error("an audit line cannot be written as JSON", e);
            condition.lost.increment();
        }
    }

    private void add(BacklogEntry entry) {
        try {
            batch.add(entry);
        } catch (JacksonException e) {
            LOG.error("an audit record cannot be written as JSON", e);
            condition.lost.increment();
            backlog.release(entry);
            waiters.take(entry);
            waiters.tell(false);
        }
    }

    private boolean write() {
        condition.holds(batch.oldestTaken());
        condition.writing(nanoClock.getAsLong());
        try {
            LineSink open = openSink();
            batch.writeTo(open);
            if (settings.sync() == Sync.EACH_BATCH) {
                open.sync();
            }
            return true;
        } catch (IOException | RuntimeException e) {
            failed(e);
            return false;
        } finally {
            condition.wrote();
        }
    }

    private LineSink openSink() throws IOException {
        LineSink open = sink;
        if (open == null) {
            open = opener.open();
            sink = open;
            batch.restartLine();
            own.opened(open);
        }
        return open;
    }

    private void failed(Exception cause) {
        if (!condition.isFailing()) {
            LOG.error("the audit log cannot be written", cause);
        }
        condition.failed(Condition.words(cause));
        LineSink open = sink;
        if (open != null && !open.isInPlace()) {
            releaseSink();
        }
    }

    private void settle() {
        String failure = condition.failure();
        if (failure != null) {
            LOG.info("the audit log is written again");
            own.recovered(failure);
            condition.recovered();
        }
        streams.publish(batch.lines());
        batch.entries().forEach(this::done);
        waiters.tell(true);
        batch.clear();
        condition.holds(0);
        rotate();
    }

    private void done(BacklogEntry entry) {
        condition.written.increment();
        backlog.release(entry);
        waiters.take(entry);
    }

    /** Keeps the batch while the sink fails, and calls the waiters that have waited long enough. */
    private void hold() {
        boolean goOn = settings.onFailure() == OnFailure.CONTINUE;
        long now = nanoClock.getAsLong();
        long boundNanos = goOn ? -1 : settings.tellWaitersAfter().toNanos();
        batch.entries().forEach(entry -> takeIfOlder(entry, now, boundNanos));
        backlog.waiting().forEachRemaining(entry -> takeIfOlder(entry, now, boundNanos));
        waiters.tell(goOn);
    }

    private void takeIfOlder(BacklogEntry entry, long nowNanos, long boundNanos) {
        if (nowNanos - entry.takenNanos > boundNanos) {
            waiters.take(entry);
        }
    }

    /** Gives up what no attempt could write: the records are lost, and their waiters are called. */
    void giveUp() {
        batch.entries().forEach(this::lose);
        batch.clear();
        for (BacklogEntry entry = backlog.poll(); entry != null; entry = backlog.poll()) {
            lose(entry);
        }
        waiters.tell(false);
    }

    private void lose(BacklogEntry entry) {
        condition.lost.increment();
        backlog.release(entry);
        waiters.take(entry);
    }

    private void releaseSink() {
        LineSink open = sink;
        sink = null;
        if (open != null) {
            try (open) {
                open.sync();
            } catch (IOException e) {
                LOG.error("the audit log could not be forced to the disk", e);
            }
        }
    }
}
