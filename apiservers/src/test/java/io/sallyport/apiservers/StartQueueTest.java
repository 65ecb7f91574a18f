package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StartQueueTest {
    private static final int MAX = StartQueue.MAX_STARTING;

    private final StartQueue line = new StartQueue(new Immediate());
    private final List<Integer> started = new ArrayList<>();

    @Test
    void asManyAsMayBeStartedAreAndTheNextWaitsForOneToLeave() {
        enter(0, MAX + 2);
        assertThat(started).hasSize(MAX);
        line.leave();
        assertThat(started).hasSize(MAX + 1).last().isEqualTo(MAX);
        line.leave();
        assertThat(started).last().isEqualTo(MAX + 1);
    }

    @Test
    void whenNobodyWaitsALeaverMakesRoomForOne() {
        enter(0, MAX);
        line.leave();
        enter(MAX, MAX + 2);
        assertThat(started).hasSize(MAX + 1);
    }

    private void enter(int from, int to) {
        IntStream.range(from, to).forEach(one -> line.enter(() -> started.add(one)));
    }

    /** Everything at once, on the caller's thread. */
    private static final class Immediate implements SupervisorLoop {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void after(long nanos, Runnable task) {
            throw new IllegalStateException("nothing waits for a time");
        }

        @Override
        public Executor aside() {
            return this;
        }

        @Override
        public Executor starter() {
            return this;
        }
    }
}
