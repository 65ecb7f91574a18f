package io.sallyport.bench.audit;

import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.FoldSettings;
import io.sallyport.audit.JsonLinesLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** Writes an audit log of sample events over 30 days, by the gateway's own writer. */
public final class SampleLog {
    private static final Instant BEGIN = Instant.parse("2026-10-01T00:00:00Z");
    private static final long SPAN_MILLIS = Duration.ofDays(30).toMillis();
    private static final int MAX_WAITING = 10_000;
    private static final FoldSettings NONE_FOLDED =
            new FoldSettings(Duration.ofSeconds(10), 1 << 30, 1 << 30, 1L << 40, 64, 16_384);

    private SampleLog() {}

    /**
     * Writes a log.
     *
     * @param args the file, which must not exist, and the number of records
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        write(Path.of(args[0]), Long.parseLong(args[1]));
    }

    /** Writes {@code records} records to {@code file}. */
    public static void write(Path file, long records) throws IOException, InterruptedException {
        var events = new SampleEvents(7);
        var now = new AtomicLong(BEGIN.toEpochMilli());
        var room = new Semaphore(MAX_WAITING);
        AuditSettings settings = AuditSettings.DEFAULTS.withFolding(NONE_FOLDED);
        try (var log = JsonLinesLog.open(file, settings, () -> Instant.ofEpochMilli(now.get()), System::nanoTime)) {
            for (long i = 0; i < records; i++) {
                now.set(BEGIN.toEpochMilli() + SPAN_MILLIS * i / records);
                room.acquire();
                log.append(events.next(log.nextId(), now.get()), Runnable::run, written -> room.release());
            }
            room.acquire(MAX_WAITING);
        }
    }
}
