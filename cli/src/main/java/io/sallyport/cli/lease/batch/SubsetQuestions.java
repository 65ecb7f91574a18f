package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.LineCompiler.Ready;
import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.control.EffectiveLease;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.ledger.Account;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.leasebridge.SubsetViolation;
import io.sallyport.model.CapabilityName;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Questions about a parent lease and a child lease. */
final class SubsetQuestions {
    private final Input input;
    private final CompiledLeases leases;
    private final LineLedger ledger = new LineLedger();

    private SubsetQuestions(Input input, CompiledLeases leases) {
        this.input = input;
        this.leases = leases;
    }

    /** Both leases, and what the parent has left. */
    private record Family(
            Lease parent, Lease child, @Nullable Map<String, BigDecimal> remaining) {
        LeaseSubset compared() {
            return LeaseSubset.of(child, parent, remaining);
        }
    }

    static LineVerdict subset(Input input, CompiledLeases leases) throws UnreadableLine {
        return new SubsetQuestions(input, leases).answer(input.has("op") ? input.text("op") : "");
    }

    private LineVerdict answer(String op) throws UnreadableLine {
        if (op.equals("siblings")) {
            return siblings();
        }
        LeaseReader.Result parent = input.withConstraints("parent", "parent_constraints");
        LeaseReader.Result child = input.withConstraints("child", "child_constraints");
        if (parent instanceof LeaseReader.Refused(var diagnostics)) {
            return refused(op, "the parent: " + ShapeQuestions.why(diagnostics));
        }
        if (child instanceof LeaseReader.Refused(var diagnostics)) {
            return refused(op, "the child: " + ShapeQuestions.why(diagnostics));
        }
        return switch (op) {
            case "" -> isSubset(family(parent, child));
            case "effective_child" -> effective(family(parent, child));
            case "delegate_gate" -> gate(family(parent, child));
            default ->
                throw new UnreadableLine("input.op is effective_child, delegate_gate or siblings, or is left out");
        };
    }

    private static LineVerdict refused(String op, String why) {
        return op.isEmpty() ? LineVerdict.of(false, why) : LineVerdict.of(LeaseError.INVALID_REQUEST, why);
    }

    private Family family(LeaseReader.Result parent, LeaseReader.Result child) throws UnreadableLine {
        Lease outer = ((LeaseReader.Read) parent).lease();
        return new Family(outer, ((LeaseReader.Read) child).lease(), input.remaining("parent_remaining", outer));
    }

    private static LineVerdict isSubset(Family family) {
        return switch (family.compared()) {
            case LeaseSubset.Within _ -> LineVerdict.of(true, "the parent covers all of it");
            case SubsetViolation violation -> LineVerdict.of(false, violation.toString());
        };
    }

    /** Answers for several children in turn: what one receives is no longer available to the next. */
    private LineVerdict siblings() throws UnreadableLine {
        LeaseReader.Result outer = input.withConstraints("parent", "parent_constraints");
        if (!(outer instanceof LeaseReader.Read(Lease parent, var _))) {
            return refused("siblings", "the parent cannot be read");
        }
        Account account = ledger.holding(input.remaining("parent_remaining", parent));
        ObjectNode verdict = JsonNodeFactory.instance.objectNode();
        ArrayNode granted = verdict.putArray("granted");
        for (JsonNode child : input.list("children")) {
            granted.add(Input.lease(child) instanceof LeaseReader.Read(Lease lease, var _)
                    && isGiven(lease, parent, account));
        }
        if (parent.budget() != null) {
            verdict.set("remaining", BudgetQuestions.json(account.remaining()));
        }
        return new LineVerdict(verdict, "each in its turn");
    }

    private boolean isGiven(Lease child, Lease parent, Account account) {
        Map<String, BigDecimal> left = parent.budget() == null ? null : account.remaining();
        return LeaseSubset.of(child, parent, left) instanceof LeaseSubset.Within
                && ledger.child(account, child.budget()) != null;
    }

    private LineVerdict effective(Family family) throws UnreadableLine {
        if (family.compared() instanceof SubsetViolation violation) {
            return LineVerdict.of(LeaseError.LEASE_SUBSET_VIOLATION, violation.toString());
        }
        Account above = ledger.holding(family.remaining);
        Account own = ledger.child(above, family.child.budget());
        if (own == null) {
            return LineVerdict.of(LeaseError.LEASE_SUBSET_VIOLATION, "the parent has too little left");
        }
        String lease = EffectiveLease.under(
                input.member("child").toString(), List.of(input.member("parent").toString()));
        if (!(leases.compile(input.member("parent").toString(), input.jsonIfNamed("parent_constraints"))
                        instanceof Ready(var outer)
                && leases.compile(lease, input.jsonIfNamed("child_constraints")) instanceof Ready(var inner))) {
            return LineVerdict.of(LeaseError.INVALID_REQUEST, "a lease does not compile");
        }
        var parent = LeasedSandbox.of(outer, above, Instant.EPOCH);
        var child = LeasedSandbox.of(inner, own, Instant.EPOCH, Duration.ZERO, parent);
        return new LineVerdict(limits(family, child, lease), "what the child leaves out is its parent's");
    }

    /** Returns the limits in force for the child. */
    private static ObjectNode limits(Family family, LeasedSandbox child, String lease) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        if (family.remaining != null) {
            Map<String, BigDecimal> left = new LinkedHashMap<>(family.remaining);
            left.putAll(child.sandbox().admission().account().remaining());
            json.set("budget_at_most", BudgetQuestions.json(left));
        }
        Instant end = PolicyChain.of(child.sandbox()).expiresAt();
        if (end != null) {
            json.put("expires_at", end.toString());
        }
        if (LeaseReader.validate("lease", lease) instanceof LeaseReader.Read(var effective, var _)) {
            List<String> models = effective.patterns(CapabilityName.MODEL_USE);
            if (models != null) {
                ArrayNode named = json.putArray(CapabilityName.MODEL_USE.replace('.', '_'));
                models.forEach(named::add);
            }
        }
        return json;
    }

    private LineVerdict gate(Family family) throws UnreadableLine {
        Instant now = input.instantIfNamed("now");
        String constraints = now == null ? null : input.jsonIfNamed("parent_constraints");
        if (!(leases.compile(input.member("parent").toString(), constraints) instanceof Ready(var snapshot))) {
            return LineVerdict.of(LeaseError.INVALID_REQUEST, "the parent does not compile");
        }
        var parent = LeasedSandbox.of(snapshot, ledger.holding(family.remaining), now == null ? Instant.EPOCH : now);
        List<String> objections = parent.objections(CapabilityName.AGENT_DELEGATE, input.text("agent"));
        if (!objections.isEmpty()) {
            return LineVerdict.of(objections);
        }
        return family.compared() instanceof SubsetViolation violation
                ? LineVerdict.of(LeaseError.LEASE_SUBSET_VIOLATION, violation.toString())
                : LineVerdict.word("ok", "the agent may be started");
    }
}
