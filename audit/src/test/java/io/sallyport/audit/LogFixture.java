package io.sallyport.audit;

import io.sallyport.audit.AuditSettings.OnFailure;
import io.sallyport.audit.AuditSettings.Sync;
import io.sallyport.audit.segment.SegmentSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A log over a {@link TrialSink} and a manual clock. */
final class LogFixture implements AutoCloseable {
    static final InstantSource WALL = InstantSource.fixed(Instant.ofEpochMilli(Records.NOON));
    static final AuditSettings QUICK = closingWithin(Duration.ofSeconds(30));

    final TrialSink sink = new TrialSink();
    final AtomicLong nanos = new AtomicLong();
    final JsonLinesLog log;

    LogFixture(AuditSettings settings) throws IOException {
        log = JsonLinesLog.into(() -> sink, settings, WALL, nanos::get);
    }

    /** @param closeWithin of the real clock: short only if the sink fails until the end */
    static AuditSettings closingWithin(Duration closeWithin) {
        return new AuditSettings(
                1_000,
                1 << 20,
                OnFailure.REFUSE,
                Sync.ON_CLOSE,
                Duration.ofMillis(1),
                Duration.ofSeconds(5),
                closeWithin,
                FoldSettings.DEFAULTS,
                SegmentSettings.NONE,
                RecordRedaction.NONE);
    }

    CompletableFuture<Boolean> append(AuditEvent record) {
        return append(log, record);
    }

    static CompletableFuture<Boolean> append(JsonLinesLog log, AuditEvent record) {
        var told = new CompletableFuture<Boolean>();
        log.append(record, Runnable::run, inSink -> {
            if (!told.complete(inSink)) {
                throw new IllegalStateException("told twice");
            }
        });
        return told;
    }

    static boolean await(CompletableFuture<Boolean> told) throws Exception {
        return told.get(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        log.close();
    }
}
