package io.sallyport.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private final ManualClock clock = new ManualClock(Instant.EPOCH);

    @Test
    void standsStillUntilItIsMoved() {
        assertThat(clock.instant()).isEqualTo(Instant.EPOCH);
        assertThat(clock.getAsLong()).isEqualTo(clock.getAsLong());
    }

    @Test
    void movesBothTimesTogetherAcrossTheOverflowOfNanoseconds() {
        long before = clock.getAsLong();

        clock.advance(Duration.ofHours(1));

        assertThat(clock.instant()).isEqualTo(Instant.EPOCH.plusSeconds(3600));
        assertThat(clock.getAsLong() - before).isEqualTo(Duration.ofHours(1).toNanos());
        assertThat(clock.getAsLong()).isLessThan(before);
    }

    @Test
    void setsTheWallWithoutElapsing() {
        long before = clock.getAsLong();

        clock.setWall(Instant.EPOCH.minusSeconds(5));

        assertThat(clock.instant()).isEqualTo(Instant.EPOCH.minusSeconds(5));
        assertThat(clock.getAsLong()).isEqualTo(before);
    }
}
