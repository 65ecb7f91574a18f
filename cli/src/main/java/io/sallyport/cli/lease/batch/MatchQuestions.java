package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.LineCompiler;
import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import tools.jackson.databind.JsonNode;

/** Questions about one target, answered by a compiled lease. */
final class MatchQuestions {
    private static final String MODEL = CapabilityName.MODEL_USE;

    private MatchQuestions() {}

    /** Answers whether a lease, or one list of patterns, covers the target. */
    static LineVerdict match(Input input, CompiledLeases leases) throws UnreadableLine {
        String capability = input.text("capability");
        JsonNode lease =
                input.names("lease") ? input.member("lease") : Input.leaseOf(capability, input.member("patterns"));
        return switch (leases.compile(lease.toString())) {
            case LineCompiler.Refused(var why) -> LineVerdict.of(false, why);
            case LineCompiler.Ready(var snapshot) -> {
                String target = input.text("target");
                Decision decision = LeasedSandbox.decide(snapshot, capability, target);
                yield LineVerdict.of(decision instanceof Decision.Allow, why(decision, capability, target));
            }
        };
    }

    private static String why(Decision decision, String capability, String target) {
        if (decision.reason() == ReasonCode.GRANTED) {
            return "a pattern covers it";
        }
        if (Lease.canonicalTarget(capability, target) == null) {
            return "the target has no canonical form";
        }
        if (LeasedSandbox.question(capability, target) == null) {
            return "the target is longer than any that a sandbox can ask for";
        }
        return decision.reason() == ReasonCode.NO_GRANT
                ? "no pattern covers it"
                : decision.reason().message();
    }

    /**
     * Answers whether a model may be used. A lease without {@code model.use} forbids all models, unless the line says
     * otherwise.
     */
    static LineVerdict model(Input input, CompiledLeases leases) throws UnreadableLine {
        String model = input.text("model");
        JsonNode patterns = input.json().path("patterns");
        boolean named = !patterns.isNull() && !patterns.isMissingNode();
        String lease = named ? Input.leaseOf(MODEL, patterns).toString() : "{}";
        boolean any = !named && !isRequired(input);
        return switch (any ? leases.withAnyModel() : leases.compile(lease)) {
            case LineCompiler.Refused(var why) -> LineVerdict.of(LeaseError.PERMISSION_DENIED, why);
            case LineCompiler.Ready(var snapshot) ->
                switch (LeasedSandbox.decide(snapshot, MODEL, model)) {
                    case Decision.Allow _ ->
                        LineVerdict.word("allow", named ? "a pattern covers it" : "model.use is not required");
                    case Decision.Deny deny ->
                        LineVerdict.of(
                                LeaseError.PERMISSION_DENIED,
                                named ? why(deny, MODEL, model) : "the lease does not name model.use");
                };
        };
    }

    private static boolean isRequired(Input input) throws UnreadableLine {
        if (!input.names("require_model_use")) {
            return true;
        }
        if (!input.member("require_model_use").isBoolean()) {
            throw new UnreadableLine("input.require_model_use is true or false");
        }
        return input.member("require_model_use").booleanValue();
    }

    /** Answers the canonical text, or {@code reject}. */
    static LineVerdict canonical(Input input) throws UnreadableLine {
        String canonical = Lease.canonicalTarget(input.text("capability"), input.text("target"));
        return canonical == null
                ? LineVerdict.word("reject", "the target has no canonical form")
                : LineVerdict.word(canonical, "the canonical form");
    }
}
