package io.sallyport.audit;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.answer.Objection;
import io.sallyport.model.answer.Ruling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An {@link AuditEvent} while its facts are collected; the last call names the kind. Confined to its thread. */
public final class EventBuilder {
    private final String auditId;
    private final long timeMillis;
    private @Nullable String sandbox;
    private @Nullable String run;
    private long generation = -1;
    private @Nullable String lease;
    private @Nullable String rule;
    private @Nullable String pattern;
    private List<Objection> objections = List.of();
    private Mode mode = Mode.ENFORCE;
    private boolean wouldDeny;
    private long durationMicros = -1;
    private @Nullable String detail;

    EventBuilder(String auditId, long timeMillis) {
        this.auditId = auditId;
        this.timeMillis = timeMillis;
    }

    /** Whom it concerns, and the generation of the policy that was in force, or -1. */
    public EventBuilder sandbox(@Nullable String id, @Nullable String runOf, long underGeneration) {
        sandbox = id;
        run = runOf;
        generation = underGeneration;
        return this;
    }

    public EventBuilder rule(@Nullable String name) {
        rule = name;
        return this;
    }

    /** What an allowed request rests on. */
    public EventBuilder lease(@Nullable String id, @Nullable String granted) {
        lease = id;
        pattern = granted;
        return this;
    }

    /** What a decision rests on. */
    public EventBuilder grounds(DecisionGrounds grounds) {
        objections = grounds.objections();
        return lease(grounds.lease(), grounds.pattern());
    }

    public EventBuilder mode(Mode enforced, boolean deniedElse) {
        mode = enforced;
        wouldDeny = deniedElse;
        return this;
    }

    /** How long it took, in microseconds. */
    public EventBuilder took(long micros) {
        durationMicros = micros;
        return this;
    }

    public EventBuilder detail(@Nullable String text) {
        detail = text;
        return this;
    }

    /**
     * A request through the proxy.
     *
     * @param status the HTTP status that the sandbox saw, 0 where none
     */
    public AuditEvent.RequestEvent request(RequestKind kind, RequestPart request, ReasonCode reason, int status) {
        return new AuditEvent.RequestEvent(kind, facts(reason, status), request);
    }

    /** The end of a tunnel or stream. */
    public AuditEvent.EndEvent end(RequestPart request, ReasonCode reason) {
        return new AuditEvent.EndEvent(facts(reason, 0), request);
    }

    /** A request to the fetch endpoint. */
    public AuditEvent.FetchEvent fetch(RequestPart request, FetchPart fetch, ReasonCode reason, int status) {
        return new AuditEvent.FetchEvent(facts(reason, status), request, fetch);
    }

    /** A change that no call asked for, or none that is known. */
    public AuditEvent.ChangeEvent change(ChangeKind kind, ReasonCode reason, int status) {
        return change(kind, RequestPart.NONE, reason, status);
    }

    /** A call of the control API. */
    public AuditEvent.ChangeEvent change(ChangeKind kind, RequestPart call, ReasonCode reason, int status) {
        return new AuditEvent.ChangeEvent(kind, facts(reason, status), call);
    }

    /**
     * The event of one question of the decision API.
     *
     * @param asker who asked, for operators
     */
    public static AuditEvent.QuestionEvent question(Ruling ruling, String asker) {
        String hint = ruling.hint();
        EventFacts facts = new EventBuilder(ruling.auditId(), ruling.timeMillis())
                .sandbox(ruling.sandbox().text(), ruling.run(), ruling.generation())
                .rule(ruling.decision().rule())
                .grounds(ruling.grounds())
                .took(ruling.durationMicros())
                .detail(hint == null ? asker : asker + ": " + hint)
                .facts(ruling.decision().reason(), ruling.status());
        RequestKind kind = ruling.kind();
        return new AuditEvent.QuestionEvent(
                kind == null ? ChangeKind.ADMIN.word() : kind.word(),
                facts,
                ruling.inquiry() != null && ruling.inquiry().question() instanceof CanonicalRequest net
                        ? RequestPart.of(net)
                        : RequestPart.NONE,
                QuestionPart.of(ruling));
    }

    EventFacts facts(ReasonCode reason, int status) {
        return new EventFacts(
                auditId,
                timeMillis,
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
                durationMicros,
                detail);
    }
}
