package io.sallyport.audit;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.DecisionGrounds;
import io.sallyport.model.Mode;
import io.sallyport.model.Objection;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.Ruling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of one request (kinds {@code connect}, {@code http}, {@code fetch}), of a question of the decision API (those
 * kinds, {@code tool}, {@code file}, ...), of the end of a tunnel ({@code end}),
 * or of a change ({@code admin}, {@code policy}, {@code lifecycle}). Fields that are not known are null and are left out
 * of the line. Never a secret, never a query. {@code docs/audit.md} says each field's meaning.
 *
 * <p>It is written field by field: {@link #begin}, and at last {@link Builder#ended}.
 *
 * @param timeMillis wall clock, milliseconds since the epoch: when the request was read
 * @param generation of the policy it was judged under, or -1
 * @param lease the id of the lease that binds the sandbox, or null
 * @param pattern the granted pattern that covers what was asked, as written, or null
 * @param objections all that spoke against it, where it was refused
 * @param status the HTTP status that the sandbox saw, 0 where none
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
        @Nullable String lease,
        ReasonCode reason,
        @Nullable String rule,
        @Nullable String pattern,
        List<Objection> objections,
        int status,
        Mode mode,
        boolean wouldDeny,
        RequestPart request,
        long durationMicros,
        @Nullable String detail,
        @Nullable QuestionPart guarded,
        @Nullable FetchPart fetched) {

    /** A record of which nothing else is known yet. */
    public static Builder begin(String auditId, long timeMillis, String kind) {
        return new Builder(auditId, timeMillis, kind);
    }

    /**
     * The record of one question of the decision API.
     *
     * @param asker who asked, for operators
     */
    public static AuditRecord of(Ruling ruling, String asker) {
        String kind = ruling.kind() == null ? "admin" : ruling.kind().word();
        String hint = ruling.hint();
        Builder record = begin(ruling.auditId(), ruling.timeMillis(), kind)
                .sandbox(ruling.sandbox().text(), ruling.run(), ruling.generation())
                .rule(ruling.decision().rule())
                .grounds(ruling.grounds())
                .took(ruling.durationMicros())
                .detail(hint == null ? asker : asker + ": " + hint)
                .guarded(QuestionPart.of(ruling));
        if (ruling.inquiry() != null && ruling.inquiry().question() instanceof CanonicalRequest net) {
            record.request(RequestPart.of(net));
        }
        return record.ended(ruling.decision().reason(), ruling.status());
    }

    /** What the sandbox met: the reason's verdict, or {@code allow} where a would-be denial was only reported. */
    public AuditVerdict verdict() {
        return mode == Mode.REPORT && wouldDeny ? AuditVerdict.ALLOW : reason.verdict();
    }

    /** The same without what differs between refusals alike. */
    AuditRecord withoutRequest() {
        return begin(auditId, timeMillis, kind)
                .sandbox(sandbox, run, -1)
                .mode(mode, wouldDeny)
                .ended(reason, status);
    }

    /** A record while it is written. Confined to its thread. */
    public static final class Builder {
        private final String auditId;
        private final long timeMillis;
        private final String kind;
        private @Nullable String sandbox;
        private @Nullable String run;
        private long generation = -1;
        private @Nullable String lease;
        private @Nullable String rule;
        private @Nullable String pattern;
        private List<Objection> objections = List.of();
        private Mode mode = Mode.ENFORCE;
        private boolean wouldDeny;
        private RequestPart request = RequestPart.NONE;
        private long durationMicros = -1;
        private @Nullable String detail;
        private @Nullable QuestionPart guarded;
        private @Nullable FetchPart fetched;

        private Builder(String auditId, long timeMillis, String kind) {
            this.auditId = auditId;
            this.timeMillis = timeMillis;
            this.kind = kind;
        }

        /** Whom it concerns, and the generation of the policy that was in force, or -1. */
        public Builder sandbox(@Nullable String id, @Nullable String runOf, long underGeneration) {
            sandbox = id;
            run = runOf;
            generation = underGeneration;
            return this;
        }

        public Builder rule(@Nullable String name) {
            rule = name;
            return this;
        }

        /** What an allowed request rests on. */
        public Builder lease(@Nullable String id, @Nullable String granted) {
            lease = id;
            pattern = granted;
            return this;
        }

        /** What a decision rests on. */
        public Builder grounds(DecisionGrounds grounds) {
            objections = grounds.objections();
            return lease(grounds.lease(), grounds.pattern());
        }

        public Builder mode(Mode enforced, boolean deniedElse) {
            mode = enforced;
            wouldDeny = deniedElse;
            return this;
        }

        public Builder request(RequestPart part) {
            request = part;
            return this;
        }

        /** How long it took, in microseconds. */
        public Builder took(long micros) {
            durationMicros = micros;
            return this;
        }

        public Builder detail(@Nullable String text) {
            detail = text;
            return this;
        }

        Builder guarded(QuestionPart question) {
            guarded = question;
            return this;
        }

        public Builder fetched(FetchPart fetch) {
            fetched = fetch;
            return this;
        }

        /**
         * The record.
         *
         * @param status the HTTP status that the sandbox saw, 0 where none
         */
        public AuditRecord ended(ReasonCode reason, int status) {
            return new AuditRecord(
                    auditId,
                    timeMillis,
                    kind,
                    sandbox,
                    run,
                    generation,
                    lease,
                    reason,
                    rule,
                    pattern,
                    objections,
                    status,
                    mode,
                    wouldDeny,
                    request,
                    durationMicros,
                    detail,
                    guarded,
                    fetched);
        }
    }
}
