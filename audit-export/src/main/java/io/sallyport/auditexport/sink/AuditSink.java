package io.sallyport.auditexport.sink;

import io.sallyport.auditexport.form.LoggedRecord;
import io.sallyport.egress.http.WakeSignal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers the records of the log to one receiver, at least once and in order, on a thread of its own. A receiver that
 * is down delays nothing: its records wait in the log. The position on disk moves only after a delivery, so after a
 * crash the last batch may be delivered again. Safe for concurrent use.
 */
public final class AuditSink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditSink.class);
    private static final Duration LOOKS_EVERY = Duration.ofSeconds(10);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
    private static final int MAX_DOUBLINGS = 20;

    private final SinkSettings settings;
    private final Path log;
    private final Path positionFile;
    private final RecordReceiver receiver;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final WakeSignal signal = new WakeSignal();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Thread thread;
    private final Object sending = new Object();
    /** Whether the receiver may block the thread, so that an end interrupts it; guarded by {@link #sending}. */
    private boolean isSending;

    /** Whether nothing is sent any more; guarded by {@link #sending}. */
    private boolean isGivenUp;

    private volatile long lagBytes;
    private volatile @Nullable Instant oldest;
    private volatile @Nullable String failure;
    private int retries;
    /** The most records of the next batch; less once one was not acceptable. */
    private int batchRecords;

    /**
     * @param log the file that the log is written to
     * @param positionFile where the position is kept
     * @param receiver closed with this sink
     */
    public AuditSink(
            SinkSettings settings,
            Path log,
            Path positionFile,
            RecordReceiver receiver,
            InstantSource clock,
            RandomGenerator random) {
        this.settings = settings;
        this.log = log;
        this.positionFile = positionFile;
        this.receiver = receiver;
        this.clock = clock;
        this.random = random;
        batchRecords = settings.batchRecords();
        thread = Thread.ofPlatform()
                .daemon()
                .name("audit-sink-" + settings.name())
                .unstarted(this::run);
    }

    /** Begins to deliver. */
    public void start() {
        thread.start();
    }

    /** The log was written to. Returns at once. */
    public void written() {
        signal.wake();
    }

    /** Returns what it has done, and what waits. */
    public SinkState state() {
        Instant since = oldest;
        long lag = since == null
                ? 0
                : Math.max(0, Duration.between(since, clock.instant()).toNanos());
        return new SinkState(settings.name(), delivered.get(), dropped.get(), failures.get(), lagBytes, lag, failure);
    }

    private void run() {
        while (!signal.isClosed()) {
            try (var feed = new SinkFeed(log, SinkPosition.read(positionFile))) {
                deliver(feed);
            } catch (IOException e) {
                failed("the log or the position cannot be read or written: "
                        + e.getClass().getSimpleName());
                pause(backoff());
            }
        }
    }

    /** Delivers until the end of this sink: then what the log holds, unless a delivery fails. */
    private void deliver(SinkFeed feed) throws IOException {
        while (true) {
            SinkBatch batch = feed.next(settings.batchRecords(), settings.batchBytes());
            dropped.addAndGet(batch.missing());
            if (batch.isEmpty()) {
                oldest = null;
                lagBytes = 0;
                if (signal.isClosed()) {
                    return;
                }
                await();
            }
            while (!batch.isEmpty()) {
                SinkBatch rest = attempted(feed, batch);
                if (rest.size() == batch.size() && signal.isClosed()) {
                    return;
                }
                batch = rest;
            }
        }
    }

    /** Returns what of the batch is still to be delivered. */
    private SinkBatch attempted(SinkFeed feed, SinkBatch batch) throws IOException {
        SinkBatch part = batch.first(batchRecords);
        if (isOverBound(feed, part)) {
            return dropped(batch, part);
        }
        return switch (sent(part)) {
            case SinkDelivery.Delivered() -> delivered(batch, part);
            case SinkDelivery.Unacceptable(String why) -> unacceptable(batch, part, why);
            case SinkDelivery.Failed(String why) -> {
                failed(why);
                pause(backoff());
                yield batch;
            }
        };
    }

    private SinkDelivery sent(SinkBatch part) {
        List<byte[]> lines =
                part.lines().map(line -> line.getBytes(StandardCharsets.UTF_8)).toList();
        synchronized (sending) {
            if (isGivenUp) {
                return new SinkDelivery.Failed("the gateway ends");
            }
            isSending = true;
        }
        try {
            return receiver.send(lines);
        } finally {
            synchronized (sending) {
                isSending = false;
                Thread.interrupted(); // of an end that came late: the position is still to be written
            }
        }
    }

    private SinkBatch delivered(SinkBatch batch, SinkBatch part) throws IOException {
        part.after().write(positionFile);
        delivered.addAndGet(part.size());
        retries = 0;
        batchRecords = settings.batchRecords();
        if (failure != null) {
            failure = null;
            LOG.info("audit sink {}: records are delivered again", settings.name());
        }
        SinkBatch rest = batch.without(part.size());
        if (rest.isEmpty()) {
            pause(settings.pause().toNanos());
        }
        return rest;
    }

    private SinkBatch dropped(SinkBatch batch, SinkBatch part) throws IOException {
        part.after().write(positionFile);
        dropped.addAndGet(part.size());
        return batch.without(part.size());
    }

    /** A receiver says of a batch, and not of which record, that it is unacceptable: it is halved until one is left. */
    private SinkBatch unacceptable(SinkBatch batch, SinkBatch part, String why) throws IOException {
        failed(why);
        if (part.size() > 1) {
            batchRecords = part.size() / 2;
            return batch;
        }
        return dropped(batch, part);
    }

    private boolean isOverBound(SinkFeed feed, SinkBatch part) throws IOException {
        LoggedRecord first = LoggedRecord.parse(part.entries().getFirst().line().getBytes(StandardCharsets.UTF_8));
        Instant time = first == null ? clock.instant() : first.time();
        oldest = time;
        lagBytes = feed.bytesAfter(part.after().at());
        return time.isBefore(clock.instant().minus(settings.maxAge())) || lagBytes > settings.maxLagBytes();
    }

    private void failed(String why) {
        failures.incrementAndGet();
        if (failure == null) {
            LOG.warn("audit sink {}: {}; records wait in the log", settings.name(), why);
        }
        failure = why;
    }

    private long backoff() {
        long doubled = settings.firstRetry().toNanos() << Math.min(retries++, MAX_DOUBLINGS);
        long most = Math.min(settings.lastRetry().toNanos(), Math.max(doubled, 1));
        return most - random.nextLong(most / 2 + 1);
    }

    private void await() {
        try {
            signal.await(LOOKS_EVERY);
        } catch (InterruptedException _) {
            signal.close(); // nobody else interrupts this thread
        }
    }

    private void pause(long nanos) {
        try {
            signal.pause(nanos);
        } catch (InterruptedException _) {
            signal.close(); // nobody else interrupts this thread
        }
    }

    /** Delivers what the log holds, for a few seconds at most; what still waits is delivered after the next start. */
    @Override
    public void close() {
        signal.close();
        try {
            if (!thread.join(CLOSE_WITHIN)) {
                giveUp();
                thread.join(CLOSE_WITHIN);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        receiver.close();
    }

    private void giveUp() {
        synchronized (sending) {
            isGivenUp = true;
            if (isSending) {
                thread.interrupt();
            }
        }
    }
}
