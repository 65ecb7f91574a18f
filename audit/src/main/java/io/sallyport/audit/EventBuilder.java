package io.sallyport.audit;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.Reported;
import io.sallyport.model.RequestKind;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.answer.Objection;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.model.trace.TraceContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the facts of an {@link AuditEvent}; the last call chooses the kind. Confined to one thread. */
public final class EventBuilder {
    private final String auditId;
    private final long timeMillis;
    private @Nullable String sandbox;
    private @Nullable String run;
    private long generation = -1;
    private long guardrails = -1;
    private @Nullable String revision;
    private @Nullable String dialect;
    private @Nullable String lease;
    private @Nullable String rule;
    private @Nullable String pattern;
    private List<Objection> objections = List.of();
    private Mode mode = Mode.ENFORCE;
    private boolean wouldDeny;
    private Reported reported = Reported.NONE;
    private List<FoundSecret> findings = List.of();
    private long durationMicros = -1;
    private @Nullable ConnectionSource source;
    private List<String> credentials = List.of();
    private @Nullable Diagnosis diagnosis;
    private @Nullable TraceContext trace;
    private @Nullable String detail;

    EventBuilder(String auditId, long timeMillis) {
        this.auditId = auditId;
        this.timeMillis = timeMillis;
    }

    /** Sets the sandbox and the generation of the policy in force, or -1. */
    public EventBuilder sandbox(@Nullable String id, @Nullable String runOf, long underGeneration) {
        sandbox = id;
        run = runOf;
        generation = underGeneration;
        return this;
    }

    /** Sets the epoch of the guardrails that the policy holds, and the revision of their bundle. */
    public EventBuilder guardrails(GuardrailsVersion version) {
        guardrails = version.epoch() == 0 ? -1 : version.epoch();
        revision = version.revision();
        return this;
    }

    /** Sets the dialect in which the network policy was read; a strict one is not recorded. */
    public EventBuilder dialect(PolicyDialect of) {
        dialect = of.equals(PolicyDialect.STRICT) ? null : of.word();
        return this;
    }

    public EventBuilder rule(@Nullable String name) {
        rule = name;
        return this;
    }

    /** Sets the lease and pattern that grant the request. */
    public EventBuilder lease(@Nullable String id, @Nullable String granted) {
        lease = id;
        pattern = granted;
        return this;
    }

    /** Sets what the decision rests on. */
    public EventBuilder grounds(DecisionGrounds grounds) {
        objections = grounds.objections();
        return lease(grounds.lease(), grounds.pattern());
    }

    public EventBuilder mode(Mode enforced, boolean deniedElse) {
        mode = enforced;
        wouldDeny = deniedElse;
        return this;
    }

    /**
     * Sets what rules in report mode say. The event of an allowed request then names the first rule that would have
     * refused; a refusal stays as it is.
     */
    public EventBuilder reported(Reported said) {
        reported = said;
        return this;
    }

    /** Sets the secrets that were found in the request. */
    public EventBuilder findings(List<FoundSecret> found) {
        findings = found;
        return this;
    }

    /** Sets the duration in microseconds. */
    public EventBuilder took(long micros) {
        durationMicros = micros;
        return this;
    }

    /** Sets where the connection came from, if that says more than the sandbox. */
    public EventBuilder source(@Nullable ConnectionSource from) {
        source = from;
        return this;
    }

    /** Sets the names of the credentials that the request was sent with. */
    public EventBuilder credentials(List<String> names) {
        credentials = names;
        return this;
    }

    /** Sets what is wrong with the client's setup. */
    public EventBuilder diagnosis(@Nullable Diagnosis made) {
        diagnosis = made;
        return this;
    }

    /** Sets the span of the request in a trace, or null. */
    public EventBuilder trace(@Nullable TraceContext of) {
        trace = of;
        return this;
    }

    public EventBuilder detail(@Nullable String text) {
        detail = text;
        return this;
    }

    /**
     * Builds the event of a request through the proxy.
     *
     * @param status the HTTP status that the sandbox saw, or 0 if none
     */
    public AuditEvent.RequestEvent request(RequestKind kind, RequestPart request, ReasonCode reason, int status) {
        return new AuditEvent.RequestEvent(kind, facts(reason, status), request);
    }

    /** Builds the event of the end of a tunnel or stream. */
    public AuditEvent.EndEvent end(RequestPart request, ReasonCode reason) {
        return new AuditEvent.EndEvent(facts(reason, 0), request);
    }

    /** Builds the event of a request to the fetch endpoint. */
    public AuditEvent.FetchEvent fetch(RequestPart request, FetchPart fetch, ReasonCode reason, int status) {
        return new AuditEvent.FetchEvent(facts(reason, status), request, fetch);
    }

    /** Builds the event of a request of a model. */
    public AuditEvent.ModelEvent model(RequestPart request, ModelPart model, ReasonCode reason, int status) {
        return new AuditEvent.ModelEvent(false, facts(reason, status), request, model);
    }

    /** Builds the event of the end of a request of a model that was answered in pieces. */
    public AuditEvent.ModelEvent modelEnd(RequestPart request, ModelPart model, ReasonCode reason) {
        return new AuditEvent.ModelEvent(true, facts(reason, 0), request, model);
    }

    /** Builds the event of a question to the gateway's DNS. */
    public AuditEvent.NameEvent name(RequestPart asked, ReasonCode reason) {
        return new AuditEvent.NameEvent(facts(reason, 0), asked);
    }

    /** Builds the event of a change that has no call, or whose call is unknown. */
    public AuditEvent.ChangeEvent change(ChangeKind kind, ReasonCode reason, int status) {
        return change(kind, RequestPart.NONE, reason, status);
    }

    /** Builds the event of a call of the control API. */
    public AuditEvent.ChangeEvent change(ChangeKind kind, RequestPart call, ReasonCode reason, int status) {
        return new AuditEvent.ChangeEvent(kind, facts(reason, status), call);
    }

    /**
     * Builds the event of one question to the decision API.
     *
     * @param asker the caller, for operators
     * @param namesQuery whether the record has the names of the query's parameters
     */
    public static AuditEvent.QuestionEvent question(Ruling ruling, String asker, boolean namesQuery) {
        String hint = ruling.hint();
        EventFacts facts = new EventBuilder(ruling.auditId(), ruling.timeMillis())
                .sandbox(ruling.sandbox().text(), ruling.run(), ruling.generation())
                .guardrails(ruling.guardrails())
                .rule(ruling.decision().rule())
                .reported(ruling.decision().reported())
                .grounds(ruling.grounds())
                .findings(ruling.found())
                .took(ruling.durationMicros())
                .detail(hint == null ? asker : asker + ": " + hint)
                .facts(ruling.decision().reason(), ruling.status());
        RequestKind kind = ruling.kind();
        return new AuditEvent.QuestionEvent(
                kind == null ? ChangeKind.ADMIN.word() : kind.word(),
                facts,
                ruling.inquiry() != null && ruling.inquiry().question() instanceof CanonicalRequest net
                        ? RequestPart.of(net, ruling.found(), namesQuery)
                        : RequestPart.NONE,
                QuestionPart.of(ruling));
    }

    EventFacts facts(ReasonCode reason, int status) {
        boolean reports = reported.wouldDeny() && reason.verdict() == AuditVerdict.ALLOW;
        return new EventFacts(
                auditId,
                timeMillis,
                sandbox,
                run,
                Map.of(),
                generation,
                guardrails,
                revision,
                dialect,
                lease,
                reason,
                rule,
                reported,
                pattern,
                objections,
                status,
                reports ? Mode.REPORT : mode,
                reports || wouldDeny,
                findings,
                durationMicros,
                source,
                credentials,
                diagnosis,
                trace,
                detail);
    }
}
