package io.sallyport.leasebridge;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Answers the lines of the sample cases; null for what nothing answers yet. */
final class ArcpCases {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ArcpCases() {}

    static @Nullable JsonNode answer(String kind, JsonNode input) {
        return switch (kind) {
            case "match" -> BooleanNode.valueOf(matches(input));
            case "canonical" -> canonical(input);
            case "shape" -> shape(input);
            case "model" -> model(input);
            case "subset" -> input.has("op") ? null : BooleanNode.valueOf(isSubset(input));
            case "expiry" -> input.get("op").stringValue().equals("validate") ? expiry(input) : null;
            case "budget" -> budget(input);
            default -> null;
        };
    }

    private static @Nullable Lease lease(@Nullable JsonNode json) {
        LeaseReader.Result result = LeaseReader.validate("lease", json == null ? "null" : json.toString());
        return result instanceof LeaseReader.Read(var lease, var _) ? lease : null;
    }

    private static ObjectNode object(String name, JsonNode patterns) {
        ObjectNode object = NODES.objectNode();
        object.set(name, patterns);
        return object;
    }

    private static boolean matches(JsonNode input) {
        String capability = input.get("capability").stringValue();
        Lease lease = lease(input.has("lease") ? input.get("lease") : object(capability, input.get("patterns")));
        return lease != null && lease.covers(capability, input.get("target").stringValue());
    }

    private static JsonNode canonical(JsonNode input) {
        Capability capability = Capability.of(input.get("capability").stringValue());
        Target target = capability == null
                ? null
                : Target.parse(capability, input.get("target").stringValue());
        return StringNode.valueOf(target == null ? "reject" : target.text());
    }

    private static @Nullable JsonNode shape(JsonNode input) {
        if (!input.has("lease") && !input.has("lease_json")) {
            return null;
        }
        String json = input.has("lease")
                ? input.get("lease").toString()
                : input.get("lease_json").stringValue();
        boolean isValid = LeaseReader.validate("lease", json) instanceof LeaseReader.Read;
        return StringNode.valueOf(isValid ? "valid" : "INVALID_REQUEST");
    }

    private static JsonNode model(JsonNode input) {
        Lease lease = lease(object("model.use", input.get("patterns")));
        boolean allowed =
                lease != null && lease.covers("model.use", input.get("model").stringValue());
        return StringNode.valueOf(allowed ? "allow" : "PERMISSION_DENIED");
    }

    private static boolean isSubset(JsonNode input) {
        Lease parent = lease(input.get("parent"));
        Lease child = lease(input.get("child"));
        if (parent == null || child == null) {
            return false;
        }
        return LeaseSubset.violation(
                        limited(child, input, "child"), limited(parent, input, "parent"), remaining(parent, input))
                == null;
    }

    private static Lease limited(Lease lease, JsonNode input, String who) {
        JsonNode constraints = input.path(who + "_constraints").path("expires_at");
        Instant expiry = constraints.isString() ? Expiry.parse(constraints.stringValue()) : null;
        return new Lease(lease.capabilities(), lease.budget(), expiry);
    }

    private static @Nullable Map<String, BigDecimal> remaining(Lease parent, JsonNode input) {
        if (!input.has("parent_remaining")) {
            return parent.budget();
        }
        Map<String, BigDecimal> remaining = new LinkedHashMap<>();
        input.get("parent_remaining")
                .properties()
                .forEach(entry -> remaining.put(
                        entry.getKey(), new BigDecimal(entry.getValue().stringValue())));
        return remaining;
    }

    private static JsonNode expiry(JsonNode input) {
        String constraints = object("expires_at", input.get("expires_at")).toString();
        Instant now = Instant.parse(input.get("now").stringValue());
        boolean isValid = LeaseReader.read("lease", "{}", constraints, now) instanceof LeaseReader.Read;
        return StringNode.valueOf(isValid ? "valid" : "INVALID_REQUEST");
    }

    private static @Nullable JsonNode budget(JsonNode input) {
        return switch (input.get("op").stringValue()) {
            case "parse" -> {
                BudgetEntry entry = BudgetEntry.parse(input.get("amount").stringValue());
                yield entry == null ? StringNode.valueOf("INVALID_REQUEST") : amount(entry);
            }
            case "init" -> {
                Lease lease = lease(object("cost.budget", input.get("patterns")));
                ObjectNode totals = NODES.objectNode();
                Map<String, BigDecimal> budget = lease == null ? null : lease.budget();
                (budget == null ? Map.<String, BigDecimal>of() : budget)
                        .forEach((currency, total) -> totals.put(currency, total.toPlainString()));
                yield totals;
            }
            default -> null;
        };
    }

    private static JsonNode amount(BudgetEntry entry) {
        return NODES.objectNode()
                .put("currency", entry.currency())
                .put("amount", entry.amount().toPlainString());
    }
}
