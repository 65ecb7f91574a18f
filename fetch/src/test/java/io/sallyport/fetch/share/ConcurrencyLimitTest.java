package io.sallyport.fetch.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.forge.FetchDeadline;
import io.sallyport.model.SandboxId;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitTest {
    private static final SandboxId ONE = new SandboxId("sb-1");
    private static final SandboxId OTHER = new SandboxId("sb-2");

    private final ConcurrencyLimit places = new ConcurrencyLimit(4, 2, FetchRefusal::fileFailed);

    private static FetchDeadline in(Duration time) {
        return FetchDeadline.in(time, System::nanoTime);
    }

    @Test
    void noSandboxTakesMoreThanItsShare() {
        assertThat(places.tryEnter(ONE)).isTrue();
        assertThat(places.tryEnter(ONE)).isTrue();
        assertThat(places.tryEnter(ONE)).isFalse();
        assertThat(places.tryEnter(OTHER)).isTrue();
        assertThat(places.tryEnter(OTHER)).isTrue();
        assertThat(places.tryEnter(new SandboxId("sb-3"))).as("all are taken").isFalse();
        places.leave(ONE);
        assertThat(places.tryEnter(new SandboxId("sb-3"))).isTrue();
        assertThat(places.tryEnter(ONE)).isFalse();
    }

    @Test
    void aRefusalTakesNothing() {
        for (int i = 0; i < 1_000; i++) {
            if (places.tryEnter(ONE)) {
                places.leave(ONE);
            }
        }
        assertThat(places.tryEnter(ONE)).isTrue();
        assertThat(places.tryEnter(ONE)).isTrue();
        assertThat(places.tryEnter(OTHER)).isTrue();
    }

    @Test
    void whoWaitsForOneOfItsOwnSandboxStandsInNobodysWay() throws Exception {
        places.enter(ONE, in(Duration.ofMinutes(1)));
        places.enter(ONE, in(Duration.ofMinutes(1)));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var began = new CountDownLatch(10);
            Future<?> last = null;
            for (int i = 0; i < 10; i++) {
                last = threads.submit(() -> {
                    began.countDown();
                    places.enter(ONE, in(Duration.ofMinutes(1)));
                    places.leave(ONE);
                    return true;
                });
            }
            began.await();
            places.enter(OTHER, in(Duration.ofSeconds(10)));
            places.leave(OTHER);
            places.leave(ONE);
            assertThat(last).isNotNull().succeedsWithin(Duration.ofMinutes(1));
        }
    }

    @Test
    void whoWaitedInVainIsToldSoAndHoldsNothing() throws Exception {
        places.enter(ONE, in(Duration.ofMinutes(1)));
        places.enter(ONE, in(Duration.ofMinutes(1)));
        assertThatThrownBy(() -> places.enter(ONE, in(Duration.ZERO)))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.refused().text()).isEqualTo("failed to fetch file"));
        places.leave(ONE);
        assertThat(places.tryEnter(ONE)).isTrue();
        assertThat(places.tryEnter(OTHER)).isTrue();
        assertThat(places.tryEnter(OTHER)).isTrue();
    }
}
