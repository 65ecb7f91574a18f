package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NewNamesTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final NewNames names = new NewNames(3, nanos::get);

    @Test
    void admitsAsManyNewNamesAMinuteAsAreAllowed() {
        assertThat(names.admits("a")).isTrue();
        assertThat(names.admits("b")).isTrue();
        assertThat(names.admits("c")).isTrue();
        assertThat(names.admits("d")).isFalse();
    }

    @Test
    void aKnownNameIsAlwaysAdmitted() {
        exhaust();
        assertThat(names.admits("a")).isTrue();
        assertThat(names.admits("c")).isTrue();
    }

    @Test
    void toAskForRoomCountsNothing() {
        for (int i = 0; i < 10; i++) {
            assertThat(names.hasRoomFor("a")).isTrue();
        }
        exhaust();
        assertThat(names.hasRoomFor("d")).isFalse();
        assertThat(names.hasRoomFor("a")).isTrue();
        assertThat(names.admits("d")).isFalse();
    }

    @Test
    void aRefusedNameIsNotKnown() {
        exhaust();
        assertThat(names.admits("d")).isFalse();
        assertThat(names.admits("d")).isFalse();
    }

    @Test
    void admitsAgainOneMinuteLaterAndNotBefore() {
        exhaust();
        pass(Duration.ofSeconds(59));
        assertThat(names.admits("d")).isFalse();
        pass(Duration.ofSeconds(1));
        assertThat(names.admits("d")).isTrue();
    }

    @Test
    void slidesRatherThanStartsAnew() {
        names.admits("a");
        pass(Duration.ofSeconds(30));
        names.admits("b");
        names.admits("c");
        pass(Duration.ofSeconds(30));
        assertThat(names.admits("d")).isTrue();
        assertThat(names.admits("e")).isFalse();
    }

    @Test
    void aLongPauseForgetsEverythingThatWasCounted() {
        exhaust();
        pass(Duration.ofDays(400));
        assertThat(names.admits("d")).isTrue();
        assertThat(names.admits("e")).isTrue();
        assertThat(names.admits("f")).isTrue();
        assertThat(names.admits("g")).isFalse();
    }

    @Test
    void holdsTwoGenerationsOfNamesAndNoMore() {
        NewNames many = new NewNames(Integer.MAX_VALUE, nanos::get);
        for (int i = 0; i < 2 * NewNames.GENERATION + 1; i++) {
            many.admits("n" + i);
        }
        assertThat(many.known()).isLessThanOrEqualTo(2 * NewNames.GENERATION);
    }

    private void exhaust() {
        names.admits("a");
        names.admits("b");
        names.admits("c");
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
