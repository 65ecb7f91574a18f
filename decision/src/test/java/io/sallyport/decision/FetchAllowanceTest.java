package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.decision.ledger.Supply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class FetchAllowanceTest {
    @Test
    void theEleventhOfTenIsRefused() {
        var allowance = FetchAllowance.of(10);
        for (int i = 0; i < 10; i++) {
            assertThat(allowance.take()).isEqualTo(Supply.HELD);
        }
        assertThat(allowance.take()).isEqualTo(Supply.USED_UP);
        allowance.giveBack();
        assertThat(allowance.take()).isEqualTo(Supply.HELD);
        assertThat(allowance.take()).isEqualTo(Supply.USED_UP);
    }

    @Test
    void fortyAtOnceTakeExactlyTheMaximum() throws Exception {
        for (int round = 0; round < 50; round++) {
            var allowance = FetchAllowance.of(10);
            assertThat(atOnce(40, () -> allowance.take() == Supply.HELD))
                    .as("round " + round)
                    .isEqualTo(10);
            assertThat(allowance.taken()).isEqualTo(10);
        }
    }

    @Test
    void attemptsAreBoundedWhateverComesOfThem() throws Exception {
        var allowance = FetchAllowance.of(1);
        assertThat(atOnce(40, () -> {
                    int some = 0;
                    for (int i = 0; i < 10; i++) {
                        some += allowance.attempt() == Supply.HELD ? 1 : 0;
                    }
                    return some == 10;
                }))
                .isLessThanOrEqualTo(11);
        assertThat(allowance.attempt()).isEqualTo(Supply.USED_UP);
    }

    @Test
    void aLowerMaximumTakesNothingBack() {
        var allowance = FetchAllowance.of(3);
        assertThat(allowance.take()).isEqualTo(Supply.HELD);
        assertThat(allowance.take()).isEqualTo(Supply.HELD);
        allowance.limit(1);
        assertThat(allowance.take()).isEqualTo(Supply.USED_UP);
        assertThat(allowance.taken()).isEqualTo(2);
        assertThatThrownBy(() -> allowance.limit(0)).hasMessageContaining("max_runtime_fetches");
    }

    private static int atOnce(int threads, Callable<Boolean> each) throws Exception {
        var barrier = new CyclicBarrier(threads);
        List<Future<Boolean>> results = new ArrayList<>();
        try (var pool = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                results.add(pool.submit(() -> {
                    barrier.await();
                    return each.call();
                }));
            }
        }
        int taken = 0;
        for (Future<Boolean> result : results) {
            taken += result.get() ? 1 : 0;
        }
        return taken;
    }
}
