package io.sallyport.leasebridge.batch;

import io.sallyport.leasebridge.Budget;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Charges that are set aside at the same time: {@code charges}, or {@code parallel} times {@code charge}. */
final class ReserveRace {
    private static final int MAX_PARALLEL = 1_024;

    private final AtomicReference<Budget> budget;
    private final AtomicInteger granted = new AtomicInteger();
    private final CountDownLatch go = new CountDownLatch(1);
    private final String currency;

    private ReserveRace(Budget budget, String currency) {
        this.budget = new AtomicReference<>(budget);
        this.currency = currency;
    }

    static Verdict run(Budget budget, Input input) throws UnreadableLine {
        var race = new ReserveRace(budget, Budgets.only(budget));
        race.run(charges(input));
        ObjectNode verdict = JsonNodeFactory.instance.objectNode();
        verdict.put("granted", race.granted.get());
        verdict.set("remaining", Budgets.json(race.budget.get().remaining()));
        return new Verdict(verdict, "all at once: how many were granted");
    }

    private static List<BigDecimal> charges(Input input) throws UnreadableLine {
        List<BigDecimal> charges = new ArrayList<>();
        if (input.names("charges")) {
            for (JsonNode charge : input.list("charges")) {
                charges.add(Input.amount(charge));
            }
        } else {
            JsonNode parallel = input.member("parallel");
            int times = parallel.isInt() ? parallel.intValue() : 0;
            BigDecimal charge = Input.amount(input.member("charge"));
            for (int i = 0; i < Math.min(times, MAX_PARALLEL + 1); i++) {
                charges.add(charge);
            }
        }
        if (charges.isEmpty() || charges.size() > MAX_PARALLEL) {
            throw new UnreadableLine("a race is of 1 to " + MAX_PARALLEL + " charges");
        }
        return charges;
    }

    private void run(List<BigDecimal> charges) {
        List<Thread> threads = charges.stream()
                .map(charge -> Thread.ofVirtual().start(() -> reserve(charge)))
                .toList();
        go.countDown();
        for (Thread thread : threads) {
            await(thread::join);
        }
    }

    private void reserve(BigDecimal charge) {
        await(go::await);
        for (Budget seen = budget.get(); seen.canReserve(currency, charge); seen = budget.get()) {
            if (budget.compareAndSet(seen, seen.reserve(currency, charge))) {
                granted.incrementAndGet();
                return;
            }
        }
    }

    private interface Waiting {
        void done() throws InterruptedException;
    }

    /** Nobody interrupts a race: it lasts a moment. */
    private static void await(Waiting waiting) {
        try {
            waiting.done();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("a race was interrupted", e);
        }
    }
}
