package io.sallyport.gateway.explain;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.control.calls.Control.ExplainAnswer;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.explain.Explanation;
import io.sallyport.decision.explain.ExplanationJson;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.answer.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One call for an explanation: its record, and its answer, which is given once the record stands. */
final class ExplainCall {
    private final AuditLog audit;
    private final PolicyChain policies;
    private final CanonicalRequest request;
    private final String auditId;
    private final long timeMillis;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private volatile @Nullable Question question; // written before the thread is handed the call that reads it

    /** @param request the call itself */
    ExplainCall(
            AuditLog audit, PolicyChain policies, CanonicalRequest request, long timeMillis, LongSupplier nanoClock) {
        this.audit = audit;
        this.policies = policies;
        this.request = request;
        this.auditId = audit.nextId();
        this.timeMillis = timeMillis;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
    }

    SandboxId sandbox() {
        return policies.sandbox().id();
    }

    /** Notes what is asked about, for the record. */
    void about(Question asked) {
        question = asked;
    }

    void answer(ExplainAnswer answer, Consumer<OwnReply> answered) {
        switch (answer) {
            case ExplainAnswer.Explained(Explanation shown) -> {
                String said = shown.decision().reason().word();
                tell(ReasonCode.GATEWAY_OWN, said, OwnReply.json(200, ExplanationJson.text(shown)), answered);
            }
            case ExplainAnswer.Unknown() -> refuse(ReasonCode.LEASE_REVOKED, 0, null, answered);
            case ExplainAnswer.Unavailable(String why) -> refuse(ReasonCode.RATE_LIMITED, 0, why, answered);
        }
    }

    /**
     * Refuses the call.
     *
     * @param waitNanos when to ask again; 0 if that is not known
     * @param why safe to show, or null if the reason says all
     */
    void refuse(ReasonCode reason, long waitNanos, @Nullable String why, Consumer<OwnReply> answered) {
        OwnReply.Whole reply = refusal(reason, why);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(waitNanos + TimeUnit.SECONDS.toNanos(1) - 1);
        tell(reason, why, seconds > 0 ? reply.with("Retry-After", Long.toString(seconds)) : reply, answered);
    }

    private OwnReply.Whole refusal(ReasonCode reason, @Nullable String why) {
        Refusal refusal = Refusal.of(reason, Refusal.Asked.of(request), auditId);
        byte[] body = (why == null ? refusal : refusal.withHint(why)).json();
        return OwnReply.json(refusal.status(), new String(body, StandardCharsets.UTF_8));
    }

    private void tell(ReasonCode reason, @Nullable String said, OwnReply.Whole reply, Consumer<OwnReply> answered) {
        AuditEvent record = AuditEvent.begin(auditId, timeMillis)
                .sandbox(
                        sandbox().text(),
                        policies.own().facts().run(),
                        policies.own().generation())
                .guardrails(policies.own().guardrails())
                .took((nanoClock.getAsLong() - startNanos) / 1_000)
                .detail(detail(said))
                .request(RequestKind.HTTP, RequestPart.of(request), reason, reply.status());
        audit.append(
                record,
                Runnable::run,
                inSink -> answered.accept(inSink ? reply : refusal(ReasonCode.AUDIT_UNAVAILABLE, null)));
    }

    /** Without the query of what is asked about, as in every record. */
    private @Nullable String detail(@Nullable String said) {
        String about = switch (question) {
            case null -> null;
            case CanonicalRequest asked -> Objects.requireNonNullElse(asked.method(), "CONNECT") + " " + asked.target();
            case CanonicalAction action -> action.capability() + " " + action.target();
        };
        return about == null ? said : "asked why " + about + ": " + said;
    }
}
