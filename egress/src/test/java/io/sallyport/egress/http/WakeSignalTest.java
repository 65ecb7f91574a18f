package io.sallyport.egress.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Each wait is for days: one that does not end at once fails by the time limit of tests. */
class WakeSignalTest {
    private static final Duration DAYS = Duration.ofDays(9);

    private final WakeSignal signal = new WakeSignal();

    @Test
    void aWakeBeforeTheWaitEndsIt() throws InterruptedException {
        signal.wake();
        signal.await(DAYS);
        assertThat(signal.isClosed()).isFalse();
    }

    @Test
    void aWakeEndsAWaitThatHasBegun() throws InterruptedException {
        Thread.ofVirtual().start(signal::wake);
        signal.await(DAYS);
        assertThat(signal.isClosed()).isFalse();
    }

    @Test
    void nothingWaitsAfterTheEnd() throws InterruptedException {
        signal.close();
        signal.await(DAYS);
        signal.pause(DAYS.toNanos());
        assertThat(signal.isClosed()).isTrue();
    }
}
