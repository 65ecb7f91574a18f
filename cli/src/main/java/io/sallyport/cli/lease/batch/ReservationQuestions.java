package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Balance;
import io.sallyport.decision.ledger.BudgetHolds;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reserves amounts of the only currency of an account. */
final class ReservationQuestions {
    private static final int MAX_PARALLEL = 1_024;

    private final BudgetHolds holds = new BudgetHolds(() -> 0L);
    private final Account account;
    private final String currency;

    private ReservationQuestions(Account account) throws UnreadableLine {
        List<Balance> balances = account.balances();
        if (balances.size() != 1) {
            throw new UnreadableLine("charges without a currency want a budget of one");
        }
        this.account = account;
        this.currency = balances.getFirst().currency();
    }

    /** Reserves one amount after the other. */
    static LineVerdict inTurn(Account account, JsonNode charges) throws UnreadableLine {
        var reservations = new ReservationQuestions(account);
        ObjectNode verdict = JsonNodeFactory.instance.objectNode();
        ArrayNode granted = verdict.putArray("granted");
        for (JsonNode charge : charges) {
            granted.add(reservations.isGranted(Input.amount(charge)));
        }
        return reservations.verdict(verdict, "each in its turn");
    }

    /** Reserves all amounts concurrently: {@code charges}, or {@code parallel} times {@code charge}. */
    static LineVerdict race(Account account, Input input) throws UnreadableLine {
        var reservations = new ReservationQuestions(account);
        ObjectNode verdict = JsonNodeFactory.instance.objectNode();
        verdict.put("granted", reservations.atOnce(charges(input)));
        return reservations.verdict(verdict, "all at once: how many were granted");
    }

    private LineVerdict verdict(ObjectNode verdict, String reason) {
        verdict.set("remaining", BudgetQuestions.json(account.remaining()));
        return new LineVerdict(verdict, reason);
    }

    /** A negative amount is refused without asking the ledger: there is nothing to reserve. */
    private boolean isGranted(BigDecimal charge) {
        return charge.signum() >= 0
                && holds.reserve(account, Map.of(currency, charge), Duration.ZERO) instanceof BudgetHolds.Answer.Held;
    }

    private int atOnce(List<BigDecimal> charges) {
        var start = new Phaser(1);
        var granted = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (BigDecimal charge : charges) {
                threads.execute(() -> {
                    start.awaitAdvance(0);
                    granted.addAndGet(isGranted(charge) ? 1 : 0);
                });
            }
            start.arrive();
        }
        return granted.get();
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
}
