package io.sallyport.cli.lease.batch;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Questions about one target. */
final class Matches {
    private static final String MODEL = CapabilityName.MODEL_USE;

    private Matches() {}

    /** Whether a lease, or one list of patterns, covers the target. */
    static Verdict match(Input input, CompiledLeases leases) throws UnreadableLine {
        String capability = input.text("capability");
        JsonNode lease =
                input.names("lease") ? input.member("lease") : Input.leaseOf(capability, input.member("patterns"));
        return switch (leases.compile(lease.toString())) {
            case CompiledLeases.Refused(var why) -> Verdict.of(false, why);
            case CompiledLeases.Ready(var snapshot) ->
                switch (asked(snapshot, capability, input.text("target"))) {
                    case Granted _ -> Verdict.of(true, "a pattern covers it");
                    case NotGranted(var why) -> Verdict.of(false, why);
                };
        };
    }

    private sealed interface Asked {}

    private record Granted() implements Asked {}

    private record NotGranted(String why) implements Asked {}

    private static Asked asked(PolicySnapshot snapshot, String capability, String target) {
        Question question = LeasedSandbox.question(capability, target);
        if (question == null) {
            return new NotGranted(
                    Lease.canonicalTarget(capability, target) == null
                            ? "the target has no canonical form"
                            : "the target is longer than any that a sandbox can ask for");
        }
        return switch (snapshot.decide(question)) {
            case Decision.Allow _ -> new Granted();
            case Decision.Deny deny ->
                new NotGranted(
                        deny.reason() == ReasonCode.NO_GRANT
                                ? "no pattern covers it"
                                : deny.reason().message());
        };
    }

    /** Whether a model may be used; what names no {@code model.use} forbids all, unless the line says otherwise. */
    static Verdict model(Input input, CompiledLeases leases) throws UnreadableLine {
        String model = input.text("model");
        JsonNode patterns = input.json().path("patterns");
        if (patterns.isNull() || patterns.isMissingNode()) {
            CompiledLeases.Compiled unnamed = isRequired(input) ? leases.compile("{}") : leases.withAnyModel();
            return model(unnamed, model, "model.use is not required", "the lease does not name model.use");
        }
        String lease = Input.leaseOf(MODEL, patterns).toString();
        return model(leases.compile(lease), model, "a pattern covers it", null);
    }

    /** @param whyNot null: what was found */
    private static Verdict model(
            CompiledLeases.Compiled lease, String model, String whyGranted, @Nullable String whyNot) {
        return switch (lease) {
            case CompiledLeases.Refused(var why) -> Verdict.of(LeaseError.PERMISSION_DENIED, why);
            case CompiledLeases.Ready(var snapshot) ->
                switch (asked(snapshot, MODEL, model)) {
                    case Granted _ -> Verdict.word("allow", whyGranted);
                    case NotGranted(var why) -> Verdict.of(LeaseError.PERMISSION_DENIED, whyNot == null ? why : whyNot);
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

    /** The canonical text, or {@code reject}. */
    static Verdict canonical(Input input) throws UnreadableLine {
        String canonical = Lease.canonicalTarget(input.text("capability"), input.text("target"));
        return canonical == null
                ? Verdict.word("reject", "the target has no canonical form")
                : Verdict.word(canonical, "the canonical form");
    }
}
