package io.sallyport.fetch.answer;

import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.Verdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fetch that is refused, as the client hears it. The texts are the wire: clients show them as they are. None holds a
 * credential, a header or a byte of what a forge answered.
 *
 * @param status HTTP
 * @param detail for the audit alone, as the status that the forge gave; null where the text says it all
 * @param retryAfter what is told in {@code Retry-After}, or null
 * @param rule for the audit: the rule that refuses, or null where none does
 */
public record FetchRefusal(
        int status,
        String text,
        ReasonCode reason,
        @Nullable String detail,
        @Nullable Duration retryAfter,
        @Nullable String rule) {
    /** Chars of a URL that an answer repeats. */
    private static final int MAX_SHOWN_URL = 512;

    public static final FetchRefusal NOT_FOUND = of(404, "not found", ReasonCode.MALFORMED_REQUEST);

    public static final FetchRefusal UNAUTHORIZED = of(401, "unauthorized", ReasonCode.NO_IDENTITY);

    public static final FetchRefusal TOO_MANY_GUESSES = new FetchRefusal(
            429, "too many requests without a token", ReasonCode.RATE_LIMITED, null, Duration.ofMinutes(1));

    public static final FetchRefusal METHOD_NOT_ALLOWED = of(405, "method not allowed", ReasonCode.METHOD_REFUSED);

    public static final FetchRefusal TOO_LARGE = of(413, "request body too large", ReasonCode.MALFORMED_REQUEST);

    public static final FetchRefusal INVALID_BODY = of(400, "invalid request body", ReasonCode.MALFORMED_REQUEST);

    public static final FetchRefusal NO_URL = of(400, "url is required", ReasonCode.MALFORMED_REQUEST);

    public static final FetchRefusal NOT_HTTPS = of(400, "url must be a valid HTTPS URL", ReasonCode.NOT_CANONICAL);

    public static final FetchRefusal NO_HASH =
            of(400, "url must include #sha256=... integrity hash", ReasonCode.NOT_CANONICAL);

    public static final FetchRefusal NOT_CANONICAL =
            of(400, "url path must be in canonical form", ReasonCode.NOT_CANONICAL);

    public static final FetchRefusal NOT_ENABLED = of(
            403, "runtime fetch is not enabled for this run or its parent (allow_runtime_fetch)", ReasonCode.NO_GRANT);

    public static final FetchRefusal UNPAID = by(ReasonCode.BUDGET_EXHAUSTED, ReasonCode.BUDGET_EXHAUSTED.message());

    /** The store that gateways share their counts in does not answer. */
    public static final FetchRefusal NO_COUNT =
            by(ReasonCode.STATE_UNAVAILABLE, ReasonCode.STATE_UNAVAILABLE.message());

    /** A place that is one of the run's fetches, where what led to it is none. */
    public static final FetchRefusal COUNTED_ELSEWHERE =
            of(403, "only allowed_remote_resources covers it; name that URL itself", ReasonCode.NO_GRANT);

    public static final FetchRefusal UNKNOWN_TYPE =
            of(400, "type must be \"file\" or left out", ReasonCode.MALFORMED_REQUEST);

    public static final FetchRefusal BAD_FILE_NAME = of(
            400,
            "the last segment of the path must begin with a letter, digit or _ and hold only those, . - and spaces,"
                    + " at most 100; or ask with Accept: application/octet-stream",
            ReasonCode.NOT_CANONICAL);

    public static final FetchRefusal FILE_OFFLINE =
            of(503, "file not in cache and offline mode is enabled", ReasonCode.NOT_CACHED);

    public static final FetchRefusal NO_FORGE =
            of(400, "skill URLs must be hosted on a supported forge", ReasonCode.NOT_CANONICAL);

    /** One that is right for a single file of a harness. */
    public static final FetchRefusal RAW_CONTENT = of(
            400,
            "skill URLs must be hosted on a supported forge; raw-content URLs name single files, not skills",
            ReasonCode.NOT_CANONICAL);

    public static final FetchRefusal NO_DIRECTORY =
            of(400, "skill URL must include a path to a directory", ReasonCode.NOT_CANONICAL);

    public static final FetchRefusal BAD_NAME = of(
            400,
            "the skill's directory name must begin with a letter, digit or _ and hold only those, . - and spaces,"
                    + " at most 100",
            ReasonCode.NOT_CANONICAL);

    public static final FetchRefusal TOO_BUSY = new FetchRefusal(
            429,
            "runtime fetch is busy, try again",
            ReasonCode.RATE_LIMITED,
            "too many fetches are under way",
            Duration.ofSeconds(1));

    public static final FetchRefusal OFFLINE =
            of(503, "skill not in cache and offline mode is enabled", ReasonCode.NOT_CACHED);

    /** Nothing lands for this sandbox, now or later. */
    public static final FetchRefusal NO_PLACE_FOR_SKILLS = noPlace("skill", "application/x-tar");

    /** The same of a single file. */
    public static final FetchRefusal NO_PLACE_FOR_FILES = noPlace("file", "application/octet-stream");

    public static final FetchRefusal NOT_RECORDED =
            of(500, "the audit record could not be written", ReasonCode.AUDIT_UNAVAILABLE);

    private FetchRefusal(
            int status, String text, ReasonCode reason, @Nullable String detail, @Nullable Duration retryAfter) {
        this(status, text, reason, detail, retryAfter, null);
    }

    private static FetchRefusal of(int status, String text, ReasonCode reason) {
        return new FetchRefusal(status, text, reason, null, null);
    }

    public static FetchRefusal malformed(int status, String text) {
        return of(status, text, ReasonCode.MALFORMED_REQUEST);
    }

    /** The URL, and the entry that has most in common with it, or null where the list is empty. */
    public static FetchRefusal notAllowed(String url, @Nullable String nearest) {
        String shown = url.length() <= MAX_SHOWN_URL ? url : url.substring(0, MAX_SHOWN_URL) + "...";
        return of(
                403,
                "url \"" + shown + "\" is not in allowed_remote_resources"
                        + (nearest == null ? "" : "; the nearest allowed prefix is " + nearest),
                ReasonCode.NO_GRANT);
    }

    /**
     * Where somebody has ended, or a policy denies, in the words of its author: 403. What a budget or a rate says has
     * its own status, and so has a policy that could not be asked.
     */
    public static FetchRefusal by(Verdict.Refuse why) {
        Decision.Deny deny = why.deny();
        List<Decision.DenyRule> denies = deny.denies();
        FetchRefusal said = by(
                deny.reason(),
                denies.isEmpty() ? deny.reason().message() : denies.getFirst().message());
        Duration wait = why.retryAfterNanos() == 0 ? null : Duration.ofNanos(why.retryAfterNanos());
        return new FetchRefusal(said.status, said.text, said.reason, said.detail, wait, deny.rule());
    }

    private static FetchRefusal by(ReasonCode reason, String message) {
        return switch (reason.verdict()) {
            case LIMIT -> of(reason.status(), message, reason);
            case FAIL -> of(503, message, reason);
            case ALLOW, DENY, REJECT -> of(403, "denied by policy: " + message, reason);
        };
    }

    /** The same of a place that a request was led to. */
    public FetchRefusal at(String place) {
        return new FetchRefusal(status, place + ": " + text, reason, detail, retryAfter, rule);
    }

    /** The audit is told what the target did; the client is told of an address that is closed to it. */
    public static FetchRefusal fileFailed(ReasonCode reason, String detail) {
        return reason.verdict() == AuditVerdict.DENY
                ? new FetchRefusal(403, "failed to fetch file: " + reason.message(), reason, detail, null)
                : new FetchRefusal(502, "failed to fetch file", reason, detail, null);
    }

    public static FetchRefusal fileTooLarge(long mostBytes) {
        return of(422, "file refused: larger than " + mostBytes + " bytes", ReasonCode.CONTENT_REFUSED);
    }

    public static FetchRefusal cannotCacheFile(String detail) {
        return new FetchRefusal(500, "failed to cache file", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    public static FetchRefusal forgeNotEnabled(String forge) {
        return of(
                400,
                "forge \"" + forge + "\" is recognized but fetch support has not landed yet",
                ReasonCode.NOT_CANONICAL);
    }

    /** One of the two counts is used up; {@code detail} says which. */
    public static FetchRefusal overLimit(String detail) {
        return new FetchRefusal(429, "runtime fetch rate limit exceeded", ReasonCode.RATE_LIMITED, detail, null);
    }

    public static FetchRefusal cacheUnusable(String detail) {
        return new FetchRefusal(500, "internal error during cache lookup", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    /** The audit is told what the forge did, the client is not. */
    public static FetchRefusal forgeFailed(ReasonCode reason, String detail) {
        return new FetchRefusal(502, "failed to fetch skill directory", reason, detail, null);
    }

    public static FetchRefusal throttled(String detail, Duration retryAfter) {
        return new FetchRefusal(
                502, "failed to fetch skill directory", ReasonCode.UPSTREAM_REFUSED, detail, retryAfter);
    }

    /** The same, where another way was tried before: the audit is told of both. */
    public FetchRefusal after(FetchRefusal first) {
        String own = detail == null ? "" : "; " + detail;
        return new FetchRefusal(
                status,
                text,
                reason,
                "the API: " + (first.detail == null ? first.text : first.detail) + own,
                retryAfter,
                rule);
    }

    public static FetchRefusal noFiles(String detail) {
        return new FetchRefusal(422, "skill directory contains no files", ReasonCode.CONTENT_REFUSED, detail, null);
    }

    /** What came has the hash {@code found}. */
    public static FetchRefusal otherHash(String found) {
        return new FetchRefusal(
                422, "integrity check failed", ReasonCode.INTEGRITY_FAILED, "what came has sha256 " + found, null);
    }

    /** What is in it that no skill may hold, in words of ours. */
    public static FetchRefusal unsafe(String why) {
        return of(422, "skill directory refused: " + why, ReasonCode.CONTENT_REFUSED);
    }

    public static FetchRefusal blocked(List<String> findingIds) {
        return of(422, "skill blocked by security scan: " + String.join(", ", findingIds), ReasonCode.CONTENT_REFUSED);
    }

    public static FetchRefusal cannotCache(String detail) {
        return new FetchRefusal(500, "failed to cache skill directory", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    public static FetchRefusal cannotDeliver(String detail) {
        return new FetchRefusal(500, "failed to upload skill to sandbox", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    /** The same of a single file. */
    public static FetchRefusal cannotDeliverFile(String detail) {
        return new FetchRefusal(500, "failed to upload file to sandbox", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    private static FetchRefusal noPlace(String what, String type) {
        return of(
                500,
                "failed to upload " + what + " to sandbox: no directory is shared with it; ask with Accept: " + type,
                ReasonCode.INTERNAL_ERROR);
    }

    public static FetchRefusal notCounted(String detail) {
        return new FetchRefusal(500, "what was counted could not be kept", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    public static FetchRefusal internal(String detail) {
        return new FetchRefusal(500, "internal error", ReasonCode.INTERNAL_ERROR, detail, null);
    }
}
