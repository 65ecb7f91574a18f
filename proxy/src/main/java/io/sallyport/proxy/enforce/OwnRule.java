package io.sallyport.proxy.enforce;

import io.sallyport.decision.PolicyChain;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/** What a request under the gateway's own name comes to: a fetch, a call of the decision API, or something to read. Safe for concurrent use. */
final class OwnRule {
    private static final OwnAnswer NOT_FOUND = OwnAnswer.json("{\"error\":\"not_found\"}");

    private final Refusals refusals;
    private final OwnAnswers answers;
    private final FetchRule fetching;

    OwnRule(Refusals refusals, OwnAnswers answers, OwnFetches fetches) {
        this.refusals = refusals;
        this.answers = answers;
        this.fetching = new FetchRule(fetches);
    }

    /**
     * What is to be done.
     *
     * @param seated whether the connection has a place
     */
    Action settle(AuditDraft draft, RequestHead head, boolean seated, CanonicalRequest request, PolicyChain policies) {
        CanonicalPath path = request.path();
        boolean close = !seated || !head.keepsConnection();
        ReasonCode full = seated ? policies.sandbox().admission().buffers().refusal() : ReasonCode.TOO_MANY_CONNECTIONS;
        return switch (path == null ? "" : path.text()) {
            case FetchRule.PATH ->
                full == null
                        ? fetching.of(draft, head, request, policies.sandbox(), close)
                        : refuse(draft, full, null, close);
            case CheckRule.PATH -> {
                String unfit = CheckRule.unfit(head);
                yield unfit == null && full == null
                        ? new Action.Check(draft, policies.sandbox(), close)
                        : refuse(draft, CheckRule.reason(head, full), unfit, close);
            }
            default -> read(draft, head, request, policies, close);
        };
    }

    private Action read(
            AuditDraft draft, RequestHead head, CanonicalRequest request, PolicyChain policies, boolean close) {
        if (!head.method().equals("GET") && !head.method().equals("HEAD")) {
            return refuse(draft, ReasonCode.METHOD_REFUSED, "only GET and HEAD", close);
        }
        OwnAnswer answer = answers.answer(request, policies);
        return answer == null
                ? new Action.AnswerOwn(draft, 404, NOT_FOUND, close)
                : new Action.AnswerOwn(draft, 200, answer, close);
    }

    private Action refuse(AuditDraft draft, ReasonCode reason, @Nullable String hint, boolean close) {
        return new Action.Refuse(draft, refusals.of(draft, reason, hint), close);
    }
}
