package io.sallyport.gateway.explain;

import io.sallyport.admin.body.ExplainBody;
import io.sallyport.admin.body.Read;
import io.sallyport.audit.AuditLog;
import io.sallyport.control.calls.Control;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.guard.GuardDesk;
import io.sallyport.decision.skills.CallRates;
import io.sallyport.egress.share.SharedPermits;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.RateLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.text.Parsed;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.listener.RequestHead;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Answers {@code http://sallyport.internal/v1/explain}: why a request of the sandbox that asks is decided as it is.
 * Nothing is resolved, dialled or charged. Each sandbox has a rate, and one explanation at a time. Safe for concurrent
 * use.
 */
public final class ProxyExplanations implements OwnEndpoint {
    /** Explanations that are made at the same time for all sandboxes. */
    private static final int MAX_RUNNING = 16;

    private final Control control;
    private final AuditLog audit;
    private final RateLimits rate;
    private final InstantSource wall;
    private final LongSupplier nanoClock;
    private final SharedPermits running = new SharedPermits(1, MAX_RUNNING);

    /**
     * @param perMinute how often one sandbox may ask
     * @param wall says when a question was asked
     * @param nanoClock elapsed nanoseconds
     */
    public ProxyExplanations(
            Control control, AuditLog audit, int perMinute, InstantSource wall, LongSupplier nanoClock) {
        this.control = control;
        this.audit = audit;
        this.rate = new RateLimits(RateLimits.NONE_OF_IT, perMinute, RateLimits.NONE_OF_IT);
        this.wall = wall;
        this.nanoClock = nanoClock;
    }

    @Override
    public Judged begin(PolicyChain policies, CanonicalRequest request, RequestHead head) {
        var call = new ExplainCall(audit, policies, request, wall.millis(), nanoClock);
        if (admit(policies) instanceof Verdict.Refuse why) {
            return (Turned) answered -> call.refuse(why.reason(), why.retryAfterNanos(), null, answered);
        }
        return switch (head.method()) {
            case "GET" -> (Turned) answered -> asked(call, ExplainQuery.parse(request.query()), answered);
            case "POST" -> new Posted(this, call);
            default -> (Turned) answered -> call.refuse(ReasonCode.METHOD_REFUSED, 0, "only GET and POST", answered);
        };
    }

    private Verdict admit(PolicyChain policies) {
        var run = new CallRates.Run(policies.own().facts().run(), policies.own().generation());
        var demand = new CallRates.Demand(null, SkillLimits.NONE, "explain", rate);
        return policies.sandbox().admission().skills().rates().admit(run, demand, true);
    }

    private void asked(ExplainCall call, Parsed<CanonicalRequest> parsed, Consumer<OwnReply> answered) {
        switch (parsed) {
            case Parsed.Rejected(String why, int _) -> call.refuse(ReasonCode.MALFORMED_REQUEST, 0, why, answered);
            case Parsed.Accepted(CanonicalRequest request) ->
                explain(call, new ExplainBody.Asked(request, RequestHeaders.EMPTY), answered);
        }
    }

    private void asked(ExplainCall call, byte[] body, Consumer<OwnReply> answered) {
        switch (ExplainBody.read(ByteBuffer.wrap(body))) {
            case Read.Unreadable<ExplainBody.Asked>(String _, String why) ->
                call.refuse(ReasonCode.MALFORMED_REQUEST, 0, why, answered);
            case Read.Wrong<ExplainBody.Asked>(var diagnostics) ->
                call.refuse(
                        ReasonCode.MALFORMED_REQUEST, 0, diagnostics.getFirst().message(), answered);
            case Read.Good<ExplainBody.Asked>(ExplainBody.Asked question) -> explain(call, question, answered);
        }
    }

    private void explain(ExplainCall call, ExplainBody.Asked asked, Consumer<OwnReply> answered) {
        SharedPermits.Slot slot = running.take(call.sandbox());
        if (slot == null) {
            call.refuse(ReasonCode.RATE_LIMITED, 0, "another explanation is being made", answered);
            return;
        }
        call.about(asked.question());
        control.explainToSandbox(call.sandbox(), asked.question(), asked.headers())
                .whenComplete((answer, fault) -> {
                    slot.release();
                    if (fault == null) {
                        call.answer(answer, answered);
                    } else {
                        call.refuse(ReasonCode.INTERNAL_ERROR, 0, null, answered);
                    }
                });
    }

    /** A question in a body. */
    private record Posted(ProxyExplanations door, ExplainCall call) implements Admitted {
        @Override
        public int maxBodyBytes() {
            return GuardDesk.MAX_BYTES;
        }

        @Override
        public void ask(byte[] body, Consumer<OwnReply> answered) {
            door.asked(call, body, answered);
        }

        @Override
        public void tooLarge(Consumer<OwnReply> answered) {
            call.refuse(ReasonCode.BODY_TOO_LARGE, 0, null, answered);
        }

        @Override
        public void givenUp() {
            // nothing is held before the body is whole
        }
    }
}
