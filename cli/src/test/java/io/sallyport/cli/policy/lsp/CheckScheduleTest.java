package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CheckScheduleTest {
    private static final Path ONE = Path.of("/one");
    private static final Path OTHER = Path.of("/other");
    private static final long QUIET = CheckSchedule.QUIET.toNanos();

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - QUIET / 2); // wraps around, as the JVM's may
    private final CheckSchedule schedule = new CheckSchedule(clock::get);

    @Test
    void nothingIsCheckedWhileItIsTyped() {
        schedule.changed(ONE);
        clock.addAndGet(QUIET - 1);
        schedule.changed(ONE);
        clock.addAndGet(QUIET - 1);
        assertThat(schedule.next()).isNull();
        clock.addAndGet(1);
        assertThat(schedule.next()).isEqualTo(ONE);
    }

    @Test
    void manyChangesAreOneCheck() {
        for (int i = 0; i < 100; i++) {
            schedule.changed(ONE);
        }
        clock.addAndGet(QUIET);
        assertThat(schedule.next()).isEqualTo(ONE);
        assertThat(schedule.next()).isNull();
    }

    @Test
    void whatChangedFirstIsCheckedFirst() {
        schedule.changed(ONE);
        clock.addAndGet(1);
        schedule.changed(OTHER);
        clock.addAndGet(QUIET - 1);
        assertThat(schedule.next()).isEqualTo(ONE);
        assertThat(schedule.next()).isNull();
        clock.addAndGet(1);
        assertThat(schedule.next()).isEqualTo(OTHER);
    }
}
