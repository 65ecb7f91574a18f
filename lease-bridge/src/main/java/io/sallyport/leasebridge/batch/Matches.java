package io.sallyport.leasebridge.batch;

import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.leasebridge.LeaseReader;
import tools.jackson.databind.JsonNode;

/** Questions about one target. */
final class Matches {
    private static final String MODEL = "model.use";

    private Matches() {}

    /** Whether a lease, or one list of patterns, covers the target. */
    static Verdict match(Input input) throws UnreadableLine {
        String capability = input.text("capability");
        LeaseReader.Result result = input.names("lease")
                ? Input.lease(input.member("lease"))
                : Input.lease(capability, input.member("patterns"));
        return switch (result) {
            case LeaseReader.Refused refused -> Verdict.of(false, Shapes.why(refused));
            case LeaseReader.Read(var lease, var _) -> match(lease, capability, input.text("target"));
        };
    }

    private static Verdict match(Lease lease, String capability, String target) {
        boolean covered = lease.covers(capability, target);
        return Verdict.of(covered, covered ? "a pattern covers it" : notCovered(capability, target));
    }

    private static String notCovered(String capability, String target) {
        return Lease.canonicalTarget(capability, target) == null
                ? "the target has no canonical form"
                : "no pattern covers it";
    }

    /** Whether a model may be used; what names no {@code model.use} forbids all, unless the line says otherwise. */
    static Verdict model(Input input) throws UnreadableLine {
        String model = input.text("model");
        JsonNode patterns = input.json().path("patterns");
        if (patterns.isNull() || patterns.isMissingNode()) {
            return isRequired(input) || Lease.canonicalTarget(MODEL, model) == null
                    ? Verdict.of(LeaseError.PERMISSION_DENIED, "the lease does not name model.use")
                    : Verdict.word("allow", "model.use is not required");
        }
        return switch (Input.lease(MODEL, patterns)) {
            case LeaseReader.Refused refused -> Verdict.of(LeaseError.PERMISSION_DENIED, Shapes.why(refused));
            case LeaseReader.Read(var lease, var _) ->
                lease.covers(MODEL, model)
                        ? Verdict.word("allow", "a pattern covers it")
                        : Verdict.of(LeaseError.PERMISSION_DENIED, notCovered(MODEL, model));
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
