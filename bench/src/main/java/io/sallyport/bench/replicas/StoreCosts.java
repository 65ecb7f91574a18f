package io.sallyport.bench.replicas;

import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.shared.SharedRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** Measures what calls cost a Redis, by the CPU that it says it has used. */
final class StoreCosts {
    private static final int FEW = 4;
    private static final int MANY = 64;
    private static final int IDLE_SECONDS = 20;
    /** Signs of life of a gateway in a second. */
    private static final int BEATS_PER_SECOND = 2;

    private static final int PUTS = 200;
    private static final int CALLS = 5_000;

    private final URI store;
    private final Path folder;
    private final StoreUsage usage;
    private final String sealed;

    /** @param sealed what a sandbox looks like in the store */
    StoreCosts(URI store, Path folder, StoreUsage usage, String sealed) {
        this.store = store;
        this.folder = folder;
        this.usage = usage;
        this.sealed = sealed;
    }

    /** What some members cost: microseconds. */
    private record Cost(double beat, double put, double slice) {}

    /** Returns all costs; those of a gateway are as given. */
    MeasuredCosts measure(double apply, double sandboxBytes, MeasuredCosts.Real real)
            throws IOException, InterruptedException {
        double resting = idlePerMicro();
        Cost few = cost(FEW, resting);
        Cost many = cost(MANY, resting);
        return new MeasuredCosts(
                LinearCost.through(FEW, few.beat(), MANY, many.beat()),
                LinearCost.through(FEW, few.put(), MANY, many.put()),
                (few.slice() + many.slice()) / 2,
                apply,
                usage.oneWayMicros(),
                sandboxBytes,
                bytes(),
                real);
    }

    /** @param resting CPU of the store by itself */
    private Cost cost(int count, double resting) throws IOException, InterruptedException {
        System.err.printf("store: %d members%n", count);
        try (var members = new StoreMembers(store, folder, count)) {
            double idle = idlePerMicro();
            return new Cost(
                    (idle - resting) * 1e6 / BEATS_PER_SECOND / count,
                    above(idle, PUTS, n -> members.put(new SharedRecord("sandbox:s", n + 1L, "m" + n, sealed))),
                    slices(members, idle));
        }
    }

    /** Each charge of an account that holds nothing asks the store for a slice. */
    private double slices(StoreMembers members, double idle) throws IOException {
        Account account = new Ledger(members.counters()).open("s", null);
        account.force(Map.of(Account.REQUESTS, BigDecimal.valueOf(1_000_000)));
        return above(idle, CALLS, _ -> {
            while (!account.takeRequest(null)) {
                var missing = account.awaitRequest(null);
                if (missing != null) {
                    missing.toCompletableFuture().join();
                }
            }
        });
    }

    private double idlePerMicro() throws IOException, InterruptedException {
        double before = usage.cpuMicros();
        long since = System.nanoTime();
        Thread.sleep(IDLE_SECONDS * 1_000L);
        return (usage.cpuMicros() - before) / micros(since);
    }

    /** A call that is measured. */
    private interface Call {
        void make(int number);
    }

    /** Returns the CPU of a call, without what the store does meanwhile when idle. */
    private double above(double idle, int count, Call call) throws IOException {
        double before = usage.cpuMicros();
        long since = System.nanoTime();
        for (int i = 0; i < count; i++) {
            call.make(i);
        }
        return Math.max(0, usage.cpuMicros() - before - idle * micros(since)) / count;
    }

    private double bytes() throws IOException, InterruptedException {
        try (var members = new StoreMembers(store, folder, 1)) {
            long before = usage.memory();
            for (int i = 0; i < CALLS; i++) {
                members.put(
                        new SharedRecord("sandbox:many-" + i, 1, "mark-of-64-hexadecimal-digits".repeat(2), sealed));
            }
            return (double) (usage.memory() - before) / CALLS;
        }
    }

    private static double micros(long since) {
        return (System.nanoTime() - since) / 1e3;
    }
}
