package io.sallyport.credentials;

import io.sallyport.credentials.CurrentSecret.Known;
import io.sallyport.credentials.CurrentSecret.Refused;
import io.sallyport.credentials.SecretFetch.Fetched;
import io.sallyport.credentials.SecretFetch.Unavailable;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The values of one source, kept fresh: read again before their end, by one thread at a time. While the source is down
 * the last values are in force until their end; after that they are refused. Created by {@link LiveSecrets}. Safe for
 * concurrent use.
 */
public final class LiveSecret {
    private static final Logger LOG = LoggerFactory.getLogger(LiveSecret.class);

    private final SecretPlan plan;
    private final SourceContext context;
    private final SecretMemory memory;
    private final RefreshSchedule schedule;
    private final AtomicReference<@Nullable HeldSecrets> held = new AtomicReference<>();
    private final AtomicBoolean isOwned = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> tried = new CompletableFuture<>();
    private volatile RevisionReader reader = RevisionReader.NONE;
    private volatile String problem = "it has not been read yet";
    private volatile boolean isClosed;
    private long revision; // of the owner
    private boolean isFailing; // of the owner

    LiveSecret(SecretPlan plan, SourceContext context, SecretMemory memory, RandomGenerator random) {
        this.plan = plan;
        this.context = context;
        this.memory = memory;
        this.schedule = new RefreshSchedule(plan.times(), random);
    }

    /** Returns the name in the configuration. */
    public String name() {
        return plan.name();
    }

    /** From now on {@code other} reads each revision before it is in force. To be said before the first read. */
    public void readBy(RevisionReader other) {
        reader = other;
    }

    /** Returns the values as of {@code now}, which the caller closes, or why there are none. Never blocks. */
    public CurrentSecret current(Instant now) {
        while (true) {
            HeldSecrets latest = held.get();
            if (latest == null) {
                return new Refused(name() + " is not available: " + problem);
            }
            if (latest.lifetime().isOver(now, context.nanos().getAsLong())) {
                return new Refused(name() + " is past its end: " + problem);
            }
            if (latest.retain()) {
                return new Known(latest);
            }
            // replaced in between
        }
    }

    /** Returns what completes after the first attempt, whatever its result. */
    public CompletionStage<@Nullable Void> firstAttempt() {
        return tried.minimalCompletionStage();
    }

    /** Makes the caller the only one that may call {@link #refresh}; false if it is not due, or has its owner. */
    boolean own() {
        if (!isDueNow() || !isOwned.compareAndSet(false, true)) {
            return false;
        }
        boolean isStillDue = isDueNow(); // the last owner may have just read it
        if (!isStillDue) {
            isOwned.set(false);
        }
        return isStillDue;
    }

    /** Returns whether the source is to be read. */
    boolean isDueNow() {
        return schedule.isDue(context.clock().instant(), context.nanos().getAsLong());
    }

    /** Reads the source, and gives up ownership. Blocks. */
    void refresh() {
        try {
            switch (fetch()) {
                case Fetched(NamedSecrets values, Instant end) -> take(values, end);
                case Unavailable(String reason, boolean retryable) -> failed(reason, retryable);
            }
        } finally {
            if (isClosed) {
                drop();
            }
            isOwned.set(false);
            tried.complete(null);
        }
    }

    private SecretFetch fetch() {
        try {
            return plan.source().fetch(context);
        } catch (RuntimeException e) {
            return new Unavailable("reading failed: " + e.getClass().getSimpleName(), true); // its message may quote
        }
    }

    private void take(NamedSecrets values, @Nullable Instant end) {
        Instant now = context.clock().instant();
        long nanos = context.nanos().getAsLong();
        if (end != null && !now.isBefore(end)) {
            values.close();
            failed("the source gave values that are past their end", true);
        } else if (!memory.take(values.length())) {
            values.close();
            failed("all secrets have more than " + memory.maxBytes() + " bytes", false);
        } else {
            readAgain();
            schedule.succeeded(end, plan.source().changesEarly(), now, nanos);
            Lifetime life = Lifetime.of(end, plan.times(), now, nanos);
            replace(new HeldSecrets(values, revision(values), end, life, memory));
        }
    }

    /** That of the values in force, if they are the same, or the next. */
    private SecretRevision revision(NamedSecrets values) {
        HeldSecrets latest = held.get();
        if (latest != null && latest.retain()) {
            try {
                if (latest.values().isSameAs(values)) {
                    latest.revision().retain();
                    return latest.revision();
                }
            } finally {
                latest.release();
            }
        }
        return new SecretRevision(++revision, values, reader);
    }

    private void readAgain() {
        if (isFailing) {
            LOG.info("the secret {} is read again", name());
        }
        isFailing = false;
        problem = "its source gave nothing newer";
    }

    private void failed(String reason, boolean retryable) {
        if (!reason.equals(problem)) {
            LOG.warn("the secret {} is not read: {}", name(), reason);
        }
        isFailing = true;
        problem = reason;
        schedule.failed(retryable, context.nanos().getAsLong());
    }

    /** Overwrites values that are past their end. */
    void dropIfOver() {
        HeldSecrets latest = held.get();
        if (latest != null
                && latest.lifetime()
                        .isOver(context.clock().instant(), context.nanos().getAsLong())
                && held.compareAndSet(latest, null)) {
            latest.release();
        }
    }

    /** Overwrites the values, now and after a read that still runs. */
    void close() {
        problem = "the gateway ends";
        isClosed = true;
        drop();
    }

    private void drop() {
        replace(null);
    }

    private void replace(@Nullable HeldSecrets other) {
        HeldSecrets last = held.getAndSet(other);
        if (last != null) {
            last.release();
        }
    }
}
