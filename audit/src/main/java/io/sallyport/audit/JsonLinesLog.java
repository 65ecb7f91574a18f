package io.sallyport.audit;

import io.sallyport.audit.AuditSettings.OnFailure;
import io.sallyport.audit.BacklogEntry.Waiter;
import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainEnd;
import io.sallyport.audit.rules.RuleCounts;
import io.sallyport.audit.segment.LineSink;
import io.sallyport.audit.segment.LogSegments;
import io.sallyport.audit.segment.SigningKey;
import io.sallyport.audit.segment.VerifyingKey;
import io.sallyport.model.ReasonCode.AuditVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log as JSON lines, version 1 ({@code docs/audit.md}). Accepting a record costs a check of the limits and an
 * entry in a queue; a single thread encodes and writes. Safe for concurrent use.
 *
 * <p>While the sink fails, the accepted records are kept and retried. Under {@link OnFailure#REFUSE} the log then
 * accepts nothing and the waiters receive false. The log may therefore contain a record for a request that was refused
 * after all, but a request is never allowed without its record.
 */
public final class JsonLinesLog implements AuditLog, AuditQueries, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JsonLinesLog.class);

    private final AuditSettings settings;
    private final @Nullable History history;
    private final AuditIds ids;
    private final LongSupplier nanoClock;
    private final Backlog backlog;
    private final RefusalFolding folding;
    private final Condition condition;
    private final LogFollowers streams;
    private final RuleCounts rules;
    private final Writer writer;
    private final Thread thread;
    private final LineSink.Opener opener;
    private volatile boolean closing;
    private volatile boolean ended;

    private JsonLinesLog(
            AuditSettings settings,
            @Nullable History history,
            AuditIds ids,
            Chain chain,
            LineSink first,
            LineSink.Opener opener,
            InstantSource wall,
            LongSupplier nanoClock) {
        this.settings = settings;
        this.history = history;
        this.ids = ids;
        this.opener = opener;
        this.nanoClock = nanoClock;
        var parts = LogParts.of(settings);
        backlog = parts.backlog();
        folding = parts.folding();
        condition = parts.condition();
        streams = parts.streams();
        rules = new RuleCounts(wall.millis());
        var own = new OwnLines(ids, wall);
        own.opened(first);
        writer = new Writer(parts, own, chain, opener, first, nanoClock);
        thread = Thread.ofPlatform().name("audit-writer").daemon().unstarted(this::write);
        backlog.writtenBy(thread);
    }

    /**
     * Opens {@code file}, or creates it with mode 0600. Nothing else may write to it meanwhile.
     *
     * @param wall for the ids and the times of the log's own lines
     * @param nanoClock elapsed nanoseconds
     * @throws IOException if it is not a regular file or cannot be read and written
     */
    public static JsonLinesLog open(Path file, AuditSettings settings, InstantSource wall, LongSupplier nanoClock)
            throws IOException {
        var segments = new LogSegments(file, settings.segments(), wall, nanoClock);
        LineSink first = segments.open();
        try {
            var history = new History(segments.files(), History.MAX_BYTES);
            var ids = new AuditIds(wall, history.highestId());
            var chain = new Chain(history.end());
            segments.start();
            return started(new JsonLinesLog(settings, history, ids, chain, first, segments, wall, nanoClock));
        } catch (IOException e) {
            first.close();
            throw e;
        }
    }

    /**
     * Creates a log that writes to sinks of another kind; its lines can be followed but not queried.
     *
     * @throws IOException if the first sink cannot be opened
     */
    public static JsonLinesLog into(
            LineSink.Opener opener, AuditSettings settings, InstantSource wall, LongSupplier nanoClock)
            throws IOException {
        var ids = new AuditIds(wall, 0);
        var chain = new Chain(ChainEnd.NONE);
        return started(new JsonLinesLog(settings, null, ids, chain, opener.open(), opener, wall, nanoClock));
    }

    /** Ends the signals of {@link #watch}. */
    @FunctionalInterface
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    private static JsonLinesLog started(JsonLinesLog log) {
        log.thread.start();
        return log;
    }

    private void write() {
        try {
            writer.run();
        } finally {
            ended = true;
            writer.giveUp();
        }
    }

    @Override
    public String nextId() {
        return ids.next();
    }

    @Override
    public boolean isAccepting() {
        return isOpen() && (goesOn() || !(condition.isFailing() || backlog.isFull() || isStuck()));
    }

    private boolean isOpen() {
        return !closing && !ended;
    }

    private boolean goesOn() {
        return settings.onFailure() == OnFailure.CONTINUE;
    }

    private boolean isStuck() {
        return condition.isWriting()
                && condition.isStuck(
                        nanoClock.getAsLong(), settings.tellWaitersAfter().toNanos());
    }

    @Override
    public void append(AuditEvent record, Executor executor, Written written) {
        take(record, new Waiter(executor, written));
    }

    @Override
    public void append(AuditEvent record) {
        take(record, null);
    }

    @Override
    public @Nullable VerifyingKey verifyingKey() {
        SigningKey key = settings.segments().key();
        return key == null ? null : key.verifying();
    }

    @Override
    public RuleCounts rules() {
        return rules;
    }

    /**
     * Counts the rules that decided a request, or would have; a dry run is none. The end of one adds what rules in
     * report mode say of its messages.
     */
    private void count(AuditEvent event) {
        boolean asked = switch (event) {
            case AuditEvent.RequestEvent _, AuditEvent.FetchEvent _ -> true;
            case AuditEvent.QuestionEvent question -> !question.question().dryRun();
            case AuditEvent.ModelEvent model -> !model.isEnd();
            case AuditEvent.NameEvent _, AuditEvent.EndEvent _, AuditEvent.ChangeEvent _ -> false;
        };
        EventFacts facts = event.facts();
        if (asked) {
            rules.count(facts.timeMillis(), facts.reason(), facts.rule());
        }
        if ((asked && event.verdict() == AuditVerdict.ALLOW) || event instanceof AuditEvent.EndEvent) {
            rules.count(facts.timeMillis(), facts.reported(), event.request().host(), facts.sandbox());
        }
    }

    private void take(AuditEvent record, @Nullable Waiter waiter) {
        count(record);
        if (!isOpen()) {
            lose(waiter, false);
            return;
        }
        long now = nanoClock.getAsLong();
        boolean mayFold = Refusals.mayFold(record);
        if (mayFold && !folding.isWhole(record, now)) {
            folded(waiter);
        } else if (enqueue(record, now, waiter)) {
            refuseWhatCameTooLate();
        } else if (mayFold) {
            folding.count(record, now);
            folded(waiter);
        } else {
            lose(waiter, goesOn());
        }
    }

    /** Adds the record to the backlog. While the sink fails, no caller waits for it, but the record is kept. */
    private boolean enqueue(AuditEvent record, long now, @Nullable Waiter waiter) {
        boolean failing = condition.isFailing();
        if (!backlog.offer(new BacklogEntry(record, now, failing ? null : waiter))) {
            return false;
        }
        if (failing) {
            tell(waiter, goesOn());
        }
        return true;
    }

    private void folded(@Nullable Waiter waiter) {
        condition.folded.increment();
        tell(waiter, true);
    }

    private void lose(@Nullable Waiter waiter, boolean counts) {
        condition.lost.increment();
        tell(waiter, counts);
    }

    private static void tell(@Nullable Waiter waiter, boolean inSink) {
        if (waiter != null) {
            WriteNotices.tell(waiter.executor(), List.of(waiter.written()), inSink);
        }
    }

    /**
     * Refuses records that were offered after the writer had ended: it may end between the check of {@link #isOpen} and
     * the offer.
     */
    private void refuseWhatCameTooLate() {
        if (ended) {
            for (BacklogEntry entry = backlog.poll(); entry != null; entry = backlog.poll()) {
                backlog.release(entry);
                lose(entry.waiter, false);
            }
        }
    }

    @Override
    public Found tail(int count, AuditFilter filter) throws IOException {
        return history == null ? new Found(List.of(), false) : history.tail(count, filter);
    }

    @Override
    public Found find(String auditId) throws IOException {
        return history == null ? new Found(List.of(), false) : history.find(auditId);
    }

    @Override
    public AuditStream follow(AuditFilter filter, Runnable signal) {
        return streams.add(filter, signal);
    }

    /**
     * Has {@code signal} run on the writer thread after each write, until it is closed; it must return at once. Lines
     * are then read by {@link io.sallyport.audit.segment.LogReader}.
     */
    public Watch watch(Runnable signal) {
        return streams.watch(signal);
    }

    public AuditCounters counters() {
        return new AuditCounters(
                condition.written.sum(),
                condition.folded.sum(),
                condition.lost.sum(),
                backlog.records(),
                backlog.bytes(),
                lagNanos(),
                failure());
    }

    private long lagNanos() {
        long batch = condition.oldestTaken();
        long oldest = batch == 0 ? backlog.oldestTaken() : batch;
        return oldest == 0 ? 0 : Math.max(0, nanoClock.getAsLong() - oldest);
    }

    private @Nullable String failure() {
        String failure = condition.failure();
        if (failure != null) {
            return failure;
        }
        if (!isOpen()) {
            return "the log has ended";
        }
        return isStuck() ? "a write does not end" : backlog.isFull() ? "too many records wait" : null;
    }

    /**
     * Closes the file and opens it again by its name, between two lines; used for rotation by renaming. Returns at
     * once.
     */
    public void reopen() {
        writer.askToReopen();
        LockSupport.unpark(thread);
    }

    /** Accepts nothing more, writes what is queued within the configured time, and forces it to disk. */
    @Override
    public void close() {
        closing = true;
        writer.askToClose();
        LockSupport.unpark(thread);
        try {
            if (!thread.join(settings.closeWithin().plus(settings.retryEvery()))) {
                LOG.error("the audit log is still being written: what is held is lost");
            }
            opener.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
