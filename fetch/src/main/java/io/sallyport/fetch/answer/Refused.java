package io.sallyport.fetch.answer;

import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
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
 */
public record Refused(
        int status,
        String text,
        ReasonCode reason,
        @Nullable String detail,
        @Nullable Duration retryAfter) {
    /** Chars of a URL that an answer repeats. */
    private static final int MAX_SHOWN_URL = 512;

    private static Refused of(int status, String text, ReasonCode reason) {
        return new Refused(status, text, reason, null, null);
    }

    public static Refused notFound() {
        return of(404, "not found", ReasonCode.MALFORMED_REQUEST);
    }

    public static Refused unauthorized() {
        return of(401, "unauthorized", ReasonCode.NO_IDENTITY);
    }

    public static Refused tooManyGuesses() {
        return new Refused(
                429, "too many requests without a token", ReasonCode.RATE_LIMITED, null, Duration.ofMinutes(1));
    }

    public static Refused methodNotAllowed() {
        return of(405, "method not allowed", ReasonCode.METHOD_REFUSED);
    }

    public static Refused tooLarge() {
        return of(413, "request body too large", ReasonCode.MALFORMED_REQUEST);
    }

    public static Refused malformed(int status, String text) {
        return of(status, text, ReasonCode.MALFORMED_REQUEST);
    }

    public static Refused invalidBody() {
        return of(400, "invalid request body", ReasonCode.MALFORMED_REQUEST);
    }

    public static Refused noUrl() {
        return of(400, "url is required", ReasonCode.MALFORMED_REQUEST);
    }

    public static Refused notHttps() {
        return of(400, "url must be a valid HTTPS URL", ReasonCode.NOT_CANONICAL);
    }

    public static Refused noHash() {
        return of(400, "url must include #sha256=... integrity hash", ReasonCode.NOT_CANONICAL);
    }

    public static Refused notCanonical() {
        return of(400, "url path must be in canonical form", ReasonCode.NOT_CANONICAL);
    }

    /** The URL, and the entry that has most in common with it, or null where the list is empty. */
    public static Refused notAllowed(String url, @Nullable String nearest) {
        String shown = url.length() <= MAX_SHOWN_URL ? url : url.substring(0, MAX_SHOWN_URL) + "...";
        return of(
                403,
                "url \"" + shown + "\" is not in allowed_remote_resources"
                        + (nearest == null ? "" : "; the nearest allowed prefix is " + nearest),
                ReasonCode.NO_GRANT);
    }

    public static Refused notEnabled() {
        return of(
                403,
                "runtime fetch is not enabled for this run or its parent (allow_runtime_fetch)",
                ReasonCode.NO_GRANT);
    }

    /**
     * Where somebody has ended, or a policy denies, in the words of its author: 403. What a budget or a rate says has its
     * own status, and so has a policy that could not be asked.
     */
    public static Refused by(Decision.Deny deny) {
        List<Decision.DenyRule> denies = deny.denies();
        return by(
                deny.reason(),
                denies.isEmpty() ? deny.reason().message() : denies.getFirst().message());
    }

    private static Refused by(ReasonCode reason, String message) {
        return switch (reason.verdict()) {
            case LIMIT -> of(reason.status(), message, reason);
            case FAIL -> of(503, message, reason);
            case ALLOW, DENY, REJECT -> of(403, "denied by policy: " + message, reason);
        };
    }

    public static Refused unpaid() {
        return by(ReasonCode.BUDGET_EXHAUSTED, ReasonCode.BUDGET_EXHAUSTED.message());
    }

    /** The same of a place that a request was led to. */
    public Refused at(String place) {
        return new Refused(status, place + ": " + text, reason, detail, retryAfter);
    }

    /** A place that is one of the run's fetches, where what led to it is none. */
    public static Refused countedElsewhere() {
        return of(403, "only allowed_remote_resources covers it; name that URL itself", ReasonCode.NO_GRANT);
    }

    public static Refused unknownType() {
        return of(400, "type must be \"file\" or left out", ReasonCode.MALFORMED_REQUEST);
    }

    public static Refused badFileName() {
        return of(
                400,
                "the last segment of the path must begin with a letter, digit or _ and hold only those, . - and spaces,"
                        + " at most 100; or ask with Accept: application/octet-stream",
                ReasonCode.NOT_CANONICAL);
    }

    /** The audit is told what the target did; the client is told of an address that is closed to it. */
    public static Refused fileFailed(ReasonCode reason, String detail) {
        return reason.verdict() == AuditVerdict.DENY
                ? new Refused(403, "failed to fetch file: " + reason.message(), reason, detail, null)
                : new Refused(502, "failed to fetch file", reason, detail, null);
    }

    public static Refused fileTooLarge(long mostBytes) {
        return of(422, "file refused: larger than " + mostBytes + " bytes", ReasonCode.CONTENT_REFUSED);
    }

    public static Refused fileOffline() {
        return of(503, "file not in cache and offline mode is enabled", ReasonCode.NOT_CACHED);
    }

    public static Refused cannotCacheFile(String detail) {
        return new Refused(500, "failed to cache file", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    public static Refused noForge() {
        return of(400, "skill URLs must be hosted on a supported forge", ReasonCode.NOT_CANONICAL);
    }

    /** One that is right for a single file of a harness. */
    public static Refused rawContent() {
        return of(
                400,
                "skill URLs must be hosted on a supported forge; raw-content URLs name single files, not skills",
                ReasonCode.NOT_CANONICAL);
    }

    public static Refused forgeNotEnabled(String forge) {
        return of(
                400,
                "forge \"" + forge + "\" is recognized but fetch support has not landed yet",
                ReasonCode.NOT_CANONICAL);
    }

    public static Refused noDirectory() {
        return of(400, "skill URL must include a path to a directory", ReasonCode.NOT_CANONICAL);
    }

    public static Refused badName() {
        return of(
                400,
                "the skill's directory name must begin with a letter, digit or _ and hold only those, . - and spaces,"
                        + " at most 100",
                ReasonCode.NOT_CANONICAL);
    }

    /** One of the two counts is used up; {@code detail} says which. */
    public static Refused overLimit(String detail) {
        return new Refused(429, "runtime fetch rate limit exceeded", ReasonCode.RATE_LIMITED, detail, null);
    }

    public static Refused tooBusy() {
        return new Refused(
                429,
                "runtime fetch is busy, try again",
                ReasonCode.RATE_LIMITED,
                "too many fetches are under way",
                Duration.ofSeconds(1));
    }

    public static Refused cacheUnusable(String detail) {
        return new Refused(500, "internal error during cache lookup", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    public static Refused offline() {
        return of(503, "skill not in cache and offline mode is enabled", ReasonCode.NOT_CACHED);
    }

    /** The audit is told what the forge did, the client is not. */
    public static Refused forgeFailed(ReasonCode reason, String detail) {
        return new Refused(502, "failed to fetch skill directory", reason, detail, null);
    }

    public static Refused throttled(String detail, Duration retryAfter) {
        return new Refused(502, "failed to fetch skill directory", ReasonCode.UPSTREAM_REFUSED, detail, retryAfter);
    }

    /** The same, where another way was tried before: the audit is told of both. */
    public Refused after(Refused first) {
        String own = detail == null ? "" : "; " + detail;
        return new Refused(
                status,
                text,
                reason,
                "the API: " + (first.detail == null ? first.text : first.detail) + own,
                retryAfter);
    }

    public static Refused noFiles(String detail) {
        return new Refused(422, "skill directory contains no files", ReasonCode.CONTENT_REFUSED, detail, null);
    }

    /** What came has the hash {@code found}. */
    public static Refused otherHash(String found) {
        return new Refused(
                422, "integrity check failed", ReasonCode.INTEGRITY_FAILED, "what came has sha256 " + found, null);
    }

    /** What is in it that no skill may hold, in words of ours. */
    public static Refused unsafe(String why) {
        return of(422, "skill directory refused: " + why, ReasonCode.CONTENT_REFUSED);
    }

    public static Refused blocked(List<String> findingIds) {
        return of(422, "skill blocked by security scan: " + String.join(", ", findingIds), ReasonCode.CONTENT_REFUSED);
    }

    public static Refused cannotCache(String detail) {
        return new Refused(500, "failed to cache skill directory", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    public static Refused cannotDeliver(String detail) {
        return new Refused(500, "failed to upload skill to sandbox", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    /** The same of a single file. */
    public static Refused cannotDeliverFile(String detail) {
        return new Refused(500, "failed to upload file to sandbox", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    /** Nothing lands for this sandbox, now or later. */
    public static Refused noPlaceForSkills() {
        return noPlace("skill", "application/x-tar");
    }

    /** The same of a single file. */
    public static Refused noPlaceForFiles() {
        return noPlace("file", "application/octet-stream");
    }

    private static Refused noPlace(String what, String type) {
        return of(
                500,
                "failed to upload " + what + " to sandbox: no directory is shared with it; ask with Accept: " + type,
                ReasonCode.INTERNAL_ERROR);
    }

    public static Refused notRecorded() {
        return of(500, "the audit record could not be written", ReasonCode.AUDIT_UNAVAILABLE);
    }

    public static Refused notCounted(String detail) {
        return new Refused(500, "what was counted could not be kept", ReasonCode.INTERNAL_ERROR, detail, null);
    }

    public static Refused internal(String detail) {
        return new Refused(500, "internal error", ReasonCode.INTERNAL_ERROR, detail, null);
    }
}
