package io.sallyport.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When the writer is woken. It would otherwise wait an hour, so a missing wake-up fails a test by its time-out. */
@Timeout(30)
final class BacklogTest {
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);

    private final Backlog backlog = new Backlog(10_000, Long.MAX_VALUE);

    @Test
    void whileItGathersARecordForWhichNobodyWaitsDoesNotWakeIt() throws Exception {
        Thread writer = writer(() -> backlog.gather(HOUR));

        backlog.offer(unhurried());

        assertThat(writer.getState()).isEqualTo(Thread.State.TIMED_WAITING);
        backlog.offer(hurried());
        writer.join();
        assertThat(backlog.records()).isEqualTo(2);
    }

    @Test
    void whileItGathersManyRecordsWakeIt() throws Exception {
        Thread writer = writer(() -> backlog.gather(HOUR));

        for (int i = 0; i <= Backlog.MAX_GATHERED; i++) {
            backlog.offer(unhurried());
        }

        writer.join();
    }

    @Test
    void anIdleWriterIsWokenByAnyRecord() throws Exception {
        Thread writer = writer(() -> backlog.await(HOUR));

        backlog.offer(unhurried());

        writer.join();
    }

    @Test
    void itDoesNotWaitWhereSomethingHasCome() {
        backlog.offer(unhurried());

        backlog.gather(HOUR);
        backlog.await(HOUR);

        assertThat(backlog.poll()).isNotNull();
    }

    /** Returns a started thread that is waiting in {@code wait}. */
    private Thread writer(Runnable wait) {
        Thread writer = Thread.ofPlatform().daemon().unstarted(wait);
        backlog.writtenBy(writer);
        writer.start();
        while (writer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return writer;
    }

    private static BacklogEntry unhurried() {
        return new BacklogEntry(Records.allowed("a"), 0, null);
    }

    private static BacklogEntry hurried() {
        return new BacklogEntry(Records.allowed("b"), 0, new BacklogEntry.Waiter(Runnable::run, _ -> {}));
    }
}
