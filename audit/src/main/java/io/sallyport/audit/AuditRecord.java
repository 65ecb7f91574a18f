package io.sallyport.audit;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Ruling;
import io.sallyport.model.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one request (kinds {@code connect}, {@code http}, {@code fetch}), of a question of the decision API (those
 * kinds, {@code tool}, {@code file}, ...), of the end of a tunnel ({@code end}),
 * or of a change ({@code admin}, {@code policy}, {@code lifecycle}). Fields that are not known are null and are left out
 * of the line. Never a secret, never a query. {@code docs/audit.md} says each field's meaning.
 *
 * @param timeMillis wall clock, milliseconds since the epoch: when the request was read
 * @param generation of the policy it was judged under, or -1
 * @param status the HTTP status that the sandbox saw, 0 where none
 * @param inspected whether the content of a tunnel was seen; null where the question does not arise
 * @param bytesIn payload bytes from the sandbox, -1 where not known
 * @param bytesOut payload bytes to the sandbox, -1 where not known
 * @param durationMicros elapsed, -1 where not known
 * @param detail more for operators, as the cause of a failed dial; null where there is none
 * @param guarded of a question of the decision API; null elsewhere
 * @param fetched of a fetch; null elsewhere
 */
public record AuditRecord(
        String auditId,
        long timeMillis,
        String kind,
        @Nullable String sandbox,
        @Nullable String run,
        long generation,
        ReasonCode reason,
        @Nullable String rule,
        int status,
        Mode mode,
        boolean wouldDeny,
        @Nullable String scheme,
        @Nullable String host,
        int port,
        @Nullable String method,
        @Nullable String path,
        @Nullable String protocol,
        @Nullable Boolean inspected,
        @Nullable String address,
        long bytesIn,
        long bytesOut,
        long durationMicros,
        @Nullable String detail,
        @Nullable Guarded guarded,
        @Nullable Fetched fetched) {
    /** One that is no question of the decision API and no fetch. */
    public AuditRecord(
            String auditId,
            long timeMillis,
            String kind,
            @Nullable String sandbox,
            @Nullable String run,
            long generation,
            ReasonCode reason,
            @Nullable String rule,
            int status,
            Mode mode,
            boolean wouldDeny,
            @Nullable String scheme,
            @Nullable String host,
            int port,
            @Nullable String method,
            @Nullable String path,
            @Nullable String protocol,
            @Nullable Boolean inspected,
            @Nullable String address,
            long bytesIn,
            long bytesOut,
            long durationMicros,
            @Nullable String detail) {
        this(
                auditId,
                timeMillis,
                kind,
                sandbox,
                run,
                generation,
                reason,
                rule,
                status,
                mode,
                wouldDeny,
                scheme,
                host,
                port,
                method,
                path,
                protocol,
                inspected,
                address,
                bytesIn,
                bytesOut,
                durationMicros,
                detail,
                null,
                null);
    }

    /**
     * The record of one question of the decision API.
     *
     * @param asker who asked, for operators
     */
    public static AuditRecord of(Ruling ruling, String asker) {
        Decision decision = ruling.decision();
        CanonicalRequest request =
                ruling.inquiry() != null && ruling.inquiry().question() instanceof CanonicalRequest net ? net : null;
        CanonicalPath path = request == null ? null : request.path();
        String hint = ruling.hint();
        return new AuditRecord(
                ruling.auditId(),
                ruling.timeMillis(),
                ruling.kind() == null ? "admin" : ruling.kind().word(),
                ruling.sandbox().text(),
                ruling.run(),
                ruling.generation(),
                decision.reason(),
                decision.rule(),
                ruling.status(),
                Mode.ENFORCE,
                false,
                request == null ? null : request.scheme().word(),
                request == null ? null : request.host().text(),
                request == null ? 0 : request.port(),
                request == null ? null : request.method(),
                path == null ? null : path.text(),
                null,
                null,
                null,
                -1,
                -1,
                ruling.durationMicros(),
                hint == null ? asker : asker + ": " + hint,
                Guarded.of(ruling),
                null);
    }

    /** What the sandbox met: the reason's verdict, or {@code allow} where a would-be denial was only reported. */
    public Verdict verdict() {
        return mode == Mode.REPORT && wouldDeny ? Verdict.ALLOW : reason.verdict();
    }

    /** The same without what differs between refusals alike. */
    AuditRecord withoutRequest() {
        return new AuditRecord(
                auditId,
                timeMillis,
                kind,
                sandbox,
                run,
                -1,
                reason,
                null,
                status,
                mode,
                wouldDeny,
                null,
                null,
                0,
                null,
                null,
                null,
                null,
                null,
                -1,
                -1,
                -1,
                null);
    }
}
