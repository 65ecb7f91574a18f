package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.LineCompiler;
import io.sallyport.cli.lines.UnreadableLine;
import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.CapabilityName;
import io.sallyport.model.Verdict;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Questions about the end of a lease, answered by the admission of a sandbox. */
final class ExpiryQuestions {
    private static final String TOOL = "t";
    private static final String ONE_TOOL = "{\"tool.call\": [\"t\"]}";

    private ExpiryQuestions() {}

    static LineVerdict expiry(Input input, CompiledLeases leases) throws UnreadableLine {
        return switch (input.text("op")) {
            case "validate" -> validate(input);
            // cached decisions are admitted anew each time, and an open tunnel is judged as a new request
            case "check", "cached_decision", "open_tunnel" -> check(input, leases);
            case "revoked" -> revoked(input, leases);
            default -> throw new UnreadableLine("input.op is validate, check, cached_decision, open_tunnel or revoked");
        };
    }

    /** Validates a lease with that end as on submission. */
    private static LineVerdict validate(Input input) throws UnreadableLine {
        input.member("expires_at");
        String end = input.endIfNamed();
        if (end == null || LeaseReader.read("lease", "{}", end, null) instanceof LeaseReader.Refused) {
            return LineVerdict.of(LeaseError.INVALID_REQUEST, "an end is written in UTC, as 2030-01-01T00:00:00Z");
        }
        return switch (LeaseReader.read("lease", "{}", end, input.instant("now"))) {
            case LeaseReader.Read _ -> LineVerdict.word("valid", "later than now");
            case LeaseReader.Refused _ -> LineVerdict.of(LeaseError.INVALID_REQUEST, "it is not later than now");
        };
    }

    private static LineVerdict check(Input input, CompiledLeases leases) throws UnreadableLine {
        Instant now = input.instant("now");
        String end = input.endIfNamed();
        return end == null
                ? LineVerdict.word("ok", "the lease does not expire")
                : switch (leases.compile(ONE_TOOL, end)) {
                    case LineCompiler.Refused _ -> LineVerdict.of(LeaseError.LEASE_EXPIRED, "its end cannot be read");
                    case LineCompiler.Ready(var snapshot) -> check(snapshot, now, grace(input));
                };
    }

    private static LineVerdict check(PolicySnapshot snapshot, Instant now, Duration grace) throws UnreadableLine {
        LeasedSandbox.decide(snapshot, CapabilityName.TOOL_CALL, TOOL); // the decision is cached from now on
        List<String> objections = LeasedSandbox.of(snapshot, new LineLedger().holding(null), now, grace, null)
                .objections(CapabilityName.TOOL_CALL, TOOL);
        return objections.isEmpty()
                ? LineVerdict.word("ok", "it ends at " + snapshot.expiresAt())
                : LineVerdict.word(objections.getFirst(), "it ended at " + snapshot.expiresAt());
    }

    private static Duration grace(Input input) throws UnreadableLine {
        if (!input.names("grace_sec")) {
            return Duration.ZERO;
        }
        BigDecimal seconds = Input.amount(input.member("grace_sec"));
        BigDecimal most = BigDecimal.valueOf(AdmissionLimits.MAX_GRACE.toNanos(), 9);
        BigDecimal bounded = seconds.min(most).max(BigDecimal.ZERO);
        return Duration.ofNanos(bounded.movePointRight(9).longValue());
    }

    private static LineVerdict revoked(Input input, CompiledLeases leases) throws UnreadableLine {
        Instant now = input.instant("now");
        boolean revoked = !now.isBefore(input.instant("revoked_at"));
        return switch (leases.compile("{}")) {
            case LineCompiler.Refused(var why) -> LineVerdict.of(LeaseError.INVALID_REQUEST, why);
            case LineCompiler.Ready(var snapshot) -> {
                var leased = LeasedSandbox.of(snapshot, new LineLedger().holding(null), now);
                if (revoked) {
                    leased.sandbox().admission().revoke();
                }
                yield switch (PolicyChain.of(leased.sandbox()).standing()) {
                    case Verdict.Pass _ -> LineVerdict.word("ok", "not revoked yet");
                    case Verdict.Refuse ended ->
                        LineVerdict.word(ended.reason().code(), ended.reason().word());
                };
            }
        };
    }
}
