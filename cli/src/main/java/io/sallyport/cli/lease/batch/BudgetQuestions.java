package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.LineCompiler;
import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.decision.ledger.Account;
import io.sallyport.leasebridge.BudgetEntry;
import io.sallyport.leasebridge.CostMetric;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.leasebridge.LeaseReader;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Questions about budgets, answered by an account of the ledger or by a sandbox that has one. */
final class BudgetQuestions {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final BigDecimal PAYMENT_REQUIRED = BigDecimal.valueOf(402);

    private BudgetQuestions() {}

    static LineVerdict budget(Input input, CompiledLeases leases) throws UnreadableLine {
        return switch (input.text("op")) {
            case "parse" -> parse(input.text("amount"));
            case "gate", "gate_precedence" -> gate(input, leases);
            case "init", "spend", "reserve", "reserve_race" -> counters(input);
            case "upstream_status" -> upstream(input);
            default ->
                throw new UnreadableLine(
                        "input.op is parse, init, spend, reserve, reserve_race, upstream_status, gate or gate_precedence");
        };
    }

    private static LineVerdict parse(String amount) {
        BudgetEntry entry = BudgetEntry.parse(amount);
        return entry == null
                ? LineVerdict.of(LeaseError.INVALID_REQUEST, "an entry is CURRENCY:DIGITS[.DIGITS]")
                : new LineVerdict(
                        NODES.objectNode()
                                .put("currency", entry.currency())
                                .put("amount", entry.amount().toPlainString()),
                        "an entry of a budget");
    }

    /** An upstream that answers 402 (Payment Required) means that the budget is exhausted, whatever remains. */
    private static LineVerdict upstream(Input input) throws UnreadableLine {
        Account account = new LineLedger().holding(Map.of("USD", BigDecimal.ONE));
        if (Input.amount(input.member("status")).compareTo(PAYMENT_REQUIRED) == 0) {
            account.refuse();
        }
        return account.exhausted() == null
                ? LineVerdict.word("ok", "only 402 speaks of budgets")
                : LineVerdict.of(LeaseError.BUDGET_EXHAUSTED, "the upstream said 402");
    }

    private static LineVerdict counters(Input input) throws UnreadableLine {
        JsonNode lease = Input.leaseOf("cost.budget", input.member("patterns"));
        return switch (Input.lease(lease)) {
            case LeaseReader.Refused refused -> ShapeQuestions.invalid(refused);
            case LeaseReader.Read(var read, var _) -> {
                Account account = new LineLedger().holding(read.budget());
                yield switch (input.text("op")) {
                    case "spend" -> spend(account, input.list("metrics"));
                    case "reserve" -> ReservationQuestions.inTurn(account, input.list("charges"));
                    case "reserve_race" -> ReservationQuestions.race(account, input);
                    default -> new LineVerdict(json(account.remaining()), "the entries of a currency add up");
                };
            }
        };
    }

    private static LineVerdict spend(Account account, JsonNode metrics) {
        int counted = 0;
        for (JsonNode json : metrics) {
            CostMetric metric = metric(json);
            counted += metric != null && account.spend(metric.currency(), metric.amount()) ? 1 : 0;
        }
        ObjectNode verdict = NODES.objectNode();
        verdict.set("remaining", json(account.remaining()));
        verdict.put("exhausted", account.exhausted() != null);
        return new LineVerdict(verdict, counted + " of " + metrics.size() + " metrics counted");
    }

    private static @Nullable CostMetric metric(JsonNode json) {
        JsonNode value = json.path("value");
        String number = value.isString() ? value.stringValue() : value.isNumber() ? value.toString() : null;
        return CostMetric.parse(
                json.path("name").stringValue(""),
                number,
                json.path("unit").isString() ? json.path("unit").stringValue() : null);
    }

    private static LineVerdict gate(Input input, CompiledLeases leases) throws UnreadableLine {
        JsonNode lease = input.member("lease");
        if (!(Input.lease(lease) instanceof LeaseReader.Read(var read, var _))) {
            return LineVerdict.of(LeaseError.INVALID_REQUEST, "the lease is none");
        }
        Instant now = input.instantIfNamed("expires_at") == null ? Instant.EPOCH : input.instant("now");
        return switch (leases.compile(lease.toString(), input.endIfNamed())) {
            case LineCompiler.Refused(var why) -> LineVerdict.of(LeaseError.INVALID_REQUEST, why);
            case LineCompiler.Ready(var snapshot) -> {
                Account account = new LineLedger().holding(input.remaining("remaining", read));
                yield LineVerdict.of(LeasedSandbox.of(snapshot, account, now)
                        .objections(input.text("capability"), input.text("target")));
            }
        };
    }

    static ObjectNode json(Map<String, BigDecimal> amounts) {
        ObjectNode json = NODES.objectNode();
        amounts.forEach((currency, amount) -> json.put(currency, amount.toPlainString()));
        return json;
    }
}
