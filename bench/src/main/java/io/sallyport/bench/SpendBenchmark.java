package io.sallyport.bench;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.BudgetShortage;
import io.sallyport.decision.ledger.Ledger;
import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of budgets per request, check and charge: without a budget, with one, and three generations deep. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class SpendBenchmark {
    private static final BigDecimal PLENTY = new BigDecimal("1e18");
    private static final BigDecimal CENT = new BigDecimal("0.01");

    private final Ledger ledger = new Ledger();
    private final Account none = ledger.open("none", null);
    private final Account root = ledger.open("root", null);
    private final Account grandchild = ledger.open("grandchild", ledger.open("child", root));

    @Setup
    public void grant() {
        if (root.grant(Map.of(Account.REQUESTS, PLENTY, "USD", PLENTY)) instanceof BudgetShortage) {
            throw new IllegalStateException("not granted");
        }
    }

    @Benchmark
    public boolean withoutBudget() {
        return asked(none);
    }

    @Benchmark
    public boolean withBudget() {
        return asked(root);
    }

    @Benchmark
    public boolean threeGenerations() {
        return asked(grandchild);
    }

    @Benchmark
    @Threads(2)
    public boolean contended() {
        return asked(root);
    }

    @Benchmark
    public boolean metric() {
        return root.spend("USD", CENT);
    }

    private static boolean asked(Account account) {
        @Nullable String exhausted = account.exhausted();
        return exhausted == null && account.takeRequest(null);
    }
}
