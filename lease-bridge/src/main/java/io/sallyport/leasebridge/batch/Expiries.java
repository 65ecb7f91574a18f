package io.sallyport.leasebridge.batch;

import io.sallyport.leasebridge.Expiry;
import io.sallyport.leasebridge.LeaseError;
import io.sallyport.leasebridge.LeaseGate;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/** Questions about the end of a lease. */
final class Expiries {
    private Expiries() {}

    static Verdict expiry(Input input) throws UnreadableLine {
        return switch (input.text("op")) {
            case "validate" -> validate(input);
            // a remembered allow and an open tunnel are judged by the same instant as a new request
            case "check", "cached_decision", "open_tunnel" -> check(input);
            case "revoked" -> revoked(input);
            default -> throw new UnreadableLine("input.op is validate, check, cached_decision, open_tunnel or revoked");
        };
    }

    private static Verdict validate(Input input) throws UnreadableLine {
        Instant end = input.member("expires_at").isString() ? Expiry.parse(input.text("expires_at")) : null;
        if (end == null) {
            return Verdict.of(LeaseError.INVALID_REQUEST, "an end is written in UTC, as 2030-01-01T00:00:00Z");
        }
        return end.isAfter(input.instant("now"))
                ? Verdict.word("valid", "later than now")
                : Verdict.of(LeaseError.INVALID_REQUEST, "it is not later than now");
    }

    private static Verdict check(Input input) throws UnreadableLine {
        Instant now = input.instant("now");
        if (!input.names("expires_at")) {
            return Verdict.word("ok", "the lease does not expire");
        }
        Instant end = input.member("expires_at").isString() ? Expiry.parse(input.text("expires_at")) : null;
        return end == null || LeaseGate.isExpired(end, now, grace(input))
                ? Verdict.of(LeaseError.LEASE_EXPIRED, end == null ? "its end cannot be read" : "it ended at " + end)
                : Verdict.word("ok", "it ends at " + end);
    }

    private static Duration grace(Input input) throws UnreadableLine {
        if (!input.names("grace_sec")) {
            return Duration.ZERO;
        }
        BigDecimal seconds = Input.amount(input.member("grace_sec"));
        BigDecimal most = BigDecimal.valueOf(LeaseGate.MAX_GRACE.toNanos(), 9);
        BigDecimal bounded = seconds.min(most).max(BigDecimal.ZERO);
        return Duration.ofNanos(bounded.movePointRight(9).longValue());
    }

    private static Verdict revoked(Input input) throws UnreadableLine {
        return input.instant("now").isBefore(input.instant("revoked_at"))
                ? Verdict.word("ok", "not revoked yet")
                : Verdict.of(LeaseError.PERMISSION_DENIED, "lease_revoked");
    }
}
