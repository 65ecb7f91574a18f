package io.sallyport.regoengine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WasmWatchdogTest {
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void interruptsWhoIsOverTimeAndNobodyElse() {
        try (var dog = new WasmWatchdog(nanos::get)) {
            try (WasmWatchdog.Watch watch = dog.watch(Duration.ofNanos(10))) {
                nanos.set(9);
                dog.look();
                assertThat(watch.hasBarked()).isFalse();
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                nanos.set(10);
                dog.look();
                assertThat(watch.hasBarked()).isTrue();
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
            }
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void itsThreadLooksByItself() throws Exception {
        try (var dog = new WasmWatchdog(nanos::get)) {
            try (WasmWatchdog.Watch watch = dog.watch(Duration.ofNanos(10))) {
                nanos.set(10);
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
                assertThat(watch.hasBarked()).isTrue();
            }
        }
    }

    /** The time runs out at every moment of the work, including its very end: no interrupt may arrive afterwards. */
    @Test
    void noInterruptOutlivesTheWork() throws Exception {
        var isOver = new AtomicBoolean();
        try (var dog = new WasmWatchdog(nanos::get)) {
            Thread looks = Thread.ofPlatform().start(() -> {
                while (!isOver.get()) {
                    dog.look();
                }
            });
            int barked = 0;
            for (int i = 0; i < 200_000 || barked == 0; i++) {
                WasmWatchdog.Watch watch = dog.watch(Duration.ZERO);
                try (watch) {
                    for (int j = 0; j < i % 100; j++) {
                        Thread.onSpinWait();
                    }
                }
                barked += watch.hasBarked() ? 1 : 0;
                assertThat(Thread.currentThread().isInterrupted())
                        .as("round %d", i)
                        .isFalse();
            }
            isOver.set(true);
            looks.join();
            assertThat(barked).isPositive();
            assertThat(Thread.interrupted()).isFalse();
        }
    }
}
