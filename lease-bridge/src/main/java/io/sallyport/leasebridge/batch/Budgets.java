package io.sallyport.leasebridge.batch;

import io.sallyport.leasebridge.Budget;
import io.sallyport.leasebridge.BudgetEntry;
import io.sallyport.leasebridge.CostMetric;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.leasebridge.LeaseGate;
import io.sallyport.leasebridge.LeaseReader;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Questions about budgets. */
final class Budgets {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final BigDecimal PAYMENT_REQUIRED = BigDecimal.valueOf(402);

    private Budgets() {}

    static Verdict budget(Input input) throws UnreadableLine {
        return switch (input.text("op")) {
            case "parse" -> parse(input.text("amount"));
            case "gate", "gate_precedence" -> gate(input);
            case "init", "spend", "reserve", "reserve_race" -> counters(input);
            case "upstream_status" -> upstream(input);
            default ->
                throw new UnreadableLine(
                        "input.op is parse, init, spend, reserve, reserve_race, upstream_status, gate or gate_precedence");
        };
    }

    private static Verdict parse(String amount) {
        BudgetEntry entry = BudgetEntry.parse(amount);
        return entry == null
                ? Verdict.of(LeaseError.INVALID_REQUEST, "an entry is CURRENCY:DIGITS[.DIGITS]")
                : new Verdict(
                        NODES.objectNode()
                                .put("currency", entry.currency())
                                .put("amount", entry.amount().toPlainString()),
                        "an entry of a budget");
    }

    /** An upstream that wants to be paid says that the budget is used up, whatever the counters say. */
    private static Verdict upstream(Input input) throws UnreadableLine {
        return Input.amount(input.member("status")).compareTo(PAYMENT_REQUIRED) == 0
                ? Verdict.of(LeaseError.BUDGET_EXHAUSTED, "the upstream said 402")
                : Verdict.word("ok", "only 402 speaks of budgets");
    }

    private static Verdict counters(Input input) throws UnreadableLine {
        return switch (Input.lease("cost.budget", input.member("patterns"))) {
            case LeaseReader.Refused refused -> Shapes.invalid(refused);
            case LeaseReader.Read(var lease, var _) ->
                switch (input.text("op")) {
                    case "spend" -> spend(of(lease.budget()), input.list("metrics"));
                    case "reserve" -> reserve(of(lease.budget()), input.list("charges"));
                    case "reserve_race" -> ReserveRace.run(of(lease.budget()), input);
                    default -> new Verdict(json(of(lease.budget()).remaining()), "the entries of a currency add up");
                };
        };
    }

    private static Budget of(@Nullable Map<String, BigDecimal> amounts) {
        return new Budget(amounts == null ? Map.of() : amounts);
    }

    private static Verdict spend(Budget initial, JsonNode metrics) {
        Budget budget = initial;
        int counted = 0;
        for (JsonNode json : metrics) {
            CostMetric metric = metric(json);
            if (metric != null && budget.remaining().containsKey(metric.currency())) {
                budget = budget.spend(metric);
                counted++;
            }
        }
        ObjectNode verdict = NODES.objectNode();
        verdict.set("remaining", json(budget.remaining()));
        verdict.put("exhausted", budget.isExhausted());
        return new Verdict(verdict, counted + " of " + metrics.size() + " metrics counted");
    }

    private static @Nullable CostMetric metric(JsonNode json) {
        JsonNode value = json.path("value");
        String number = value.isString() ? value.stringValue() : value.isNumber() ? value.toString() : null;
        return CostMetric.parse(
                json.path("name").stringValue(""),
                number,
                json.path("unit").isString() ? json.path("unit").stringValue() : null);
    }

    /** The currency of a budget that has one. */
    static String only(Budget budget) throws UnreadableLine {
        if (budget.remaining().size() != 1) {
            throw new UnreadableLine("charges without a currency want a budget of one");
        }
        return budget.remaining().keySet().iterator().next();
    }

    private static Verdict reserve(Budget initial, JsonNode charges) throws UnreadableLine {
        String currency = only(initial);
        Budget budget = initial;
        ObjectNode verdict = NODES.objectNode();
        ArrayNode granted = verdict.putArray("granted");
        for (JsonNode charge : charges) {
            BigDecimal amount = Input.amount(charge);
            boolean fits = budget.canReserve(currency, amount);
            granted.add(fits);
            budget = fits ? budget.reserve(currency, amount) : budget;
        }
        verdict.set("remaining", json(budget.remaining()));
        return new Verdict(verdict, "each in its turn");
    }

    private static Verdict gate(Input input) throws UnreadableLine {
        if (!(Input.lease(input.member("lease")) instanceof LeaseReader.Read(var lease, var _))) {
            return Verdict.of(LeaseError.INVALID_REQUEST, "the lease is none");
        }
        Instant end = input.instantIfNamed("expires_at");
        Lease limited = lease.endingAt(end);
        List<LeaseError> refusals = LeaseGate.refusals(
                limited,
                input.text("capability"),
                input.text("target"),
                of(input.remaining("remaining", lease)),
                end == null ? null : input.instant("now"));
        return refusals.isEmpty() ? Verdict.word("ok", "nothing speaks against it") : refused(refusals);
    }

    /** The first of them, with all as the reason. */
    static Verdict refused(List<LeaseError> refusals) {
        String all = refusals.stream().map(LeaseError::name).collect(Collectors.joining(", "));
        return Verdict.of(refusals.getFirst(), all);
    }

    static ObjectNode json(Map<String, BigDecimal> amounts) {
        ObjectNode json = NODES.objectNode();
        amounts.forEach((currency, amount) -> json.put(currency, amount.toPlainString()));
        return json;
    }
}
