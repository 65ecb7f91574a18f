package io.sallyport.leasebridge.batch;

import io.sallyport.leasebridge.Budget;
import io.sallyport.leasebridge.ChildLimits;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.leasebridge.LeaseGate;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.leasebridge.SubsetViolation;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Questions about a parent and a child. */
final class Subsets {
    private Subsets() {}

    /** Both leases, and what the parent has left. */
    private record Family(
            Lease parent, Lease child, @Nullable Map<String, BigDecimal> remaining) {
        @Nullable
        SubsetViolation violation() {
            return LeaseSubset.violation(child, parent, remaining);
        }
    }

    static Verdict subset(Input input) throws UnreadableLine {
        String op = input.has("op") ? input.text("op") : "";
        if (op.equals("siblings")) {
            return siblings(input);
        }
        LeaseReader.Result parent = input.withConstraints("parent", "parent_constraints");
        LeaseReader.Result child = input.withConstraints("child", "child_constraints");
        if (parent instanceof LeaseReader.Refused refused) {
            return refused(op, "the parent: " + Shapes.why(refused));
        }
        if (child instanceof LeaseReader.Refused refused) {
            return refused(op, "the child: " + Shapes.why(refused));
        }
        return switch (op) {
            case "" -> isSubset(family(input, parent, child));
            case "effective_child" -> effective(family(input, parent, child));
            case "delegate_gate" -> gate(family(input, parent, child), input);
            default ->
                throw new UnreadableLine("input.op is effective_child, delegate_gate or siblings, or is left out");
        };
    }

    private static Verdict refused(String op, String why) {
        return op.isEmpty() ? Verdict.of(false, why) : Verdict.of(LeaseError.INVALID_REQUEST, why);
    }

    private static Family family(Input input, LeaseReader.Result parent, LeaseReader.Result child)
            throws UnreadableLine {
        Lease outer = ((LeaseReader.Read) parent).lease();
        return new Family(outer, ((LeaseReader.Read) child).lease(), input.remaining("parent_remaining", outer));
    }

    private static Verdict isSubset(Family family) {
        SubsetViolation violation = family.violation();
        return violation == null
                ? Verdict.of(true, "the parent covers all of it")
                : Verdict.of(false, violation.toString());
    }

    /** Children one after the other: what one was given is taken off what the next can have. */
    private static Verdict siblings(Input input) throws UnreadableLine {
        LeaseReader.Result outer = input.withConstraints("parent", "parent_constraints");
        if (!(outer instanceof LeaseReader.Read(Lease parent, var _))) {
            return refused("siblings", "the parent cannot be read");
        }
        Map<String, BigDecimal> left = input.remaining("parent_remaining", parent);
        ObjectNode verdict = JsonNodeFactory.instance.objectNode();
        ArrayNode granted = verdict.putArray("granted");
        for (JsonNode child : input.list("children")) {
            boolean fits = Input.lease(child) instanceof LeaseReader.Read(Lease lease, var _)
                    && LeaseSubset.violation(lease, parent, left) == null;
            granted.add(fits);
            left = fits && left != null ? without(left, child) : left;
        }
        if (left != null) {
            verdict.set("remaining", Budgets.json(left));
        }
        return new Verdict(verdict, "each in its turn");
    }

    private static Map<String, BigDecimal> without(Map<String, BigDecimal> left, JsonNode child) {
        Map<String, BigDecimal> rest = new LinkedHashMap<>(left);
        if (Input.lease(child) instanceof LeaseReader.Read(Lease lease, var _) && lease.budget() != null) {
            lease.budget()
                    .forEach((currency, amount) -> rest.computeIfPresent(currency, (_, had) -> had.subtract(amount)));
        }
        return rest;
    }

    private static Verdict effective(Family family) {
        SubsetViolation violation = family.violation();
        if (violation != null) {
            return Verdict.of(LeaseError.LEASE_SUBSET_VIOLATION, violation.toString());
        }
        ChildLimits limits = ChildLimits.of(family.child, family.parent, family.remaining);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (limits.budgetAtMost() != null) {
            json.set("budget_at_most", Budgets.json(limits.budgetAtMost()));
        }
        if (limits.expiresAt() != null) {
            json.put("expires_at", limits.expiresAt().toString());
        }
        if (limits.models() != null) {
            ArrayNode models = json.putArray("model_use");
            limits.models().forEach(models::add);
        }
        return new Verdict(json, "what the child leaves out is its parent's");
    }

    private static Verdict gate(Family family, Input input) throws UnreadableLine {
        Budget budget = new Budget(family.remaining == null ? Map.of() : family.remaining);
        List<LeaseError> refusals = LeaseGate.refusals(
                family.parent, "agent.delegate", input.text("agent"), budget, input.instantIfNamed("now"));
        if (!refusals.isEmpty()) {
            return Budgets.refused(refusals);
        }
        SubsetViolation violation = family.violation();
        return violation == null
                ? Verdict.word("ok", "the agent may be started")
                : Verdict.of(LeaseError.LEASE_SUBSET_VIOLATION, violation.toString());
    }
}
