package io.sallyport.proxy.enforce;

import io.sallyport.decision.Door;
import io.sallyport.decision.PolicyChain;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.enforce.own.CheckRule;
import io.sallyport.proxy.enforce.own.OwnAnswer;
import io.sallyport.proxy.enforce.own.OwnAnswers;
import io.sallyport.proxy.enforce.own.OwnCall;
import io.sallyport.proxy.listener.RequestHead;

/**
 * What a request under one of the gateway's own names comes to: a fetch, a call of the decision API or of a model,
 * something to read, or a tunnel in which one of them is asked for. Safe for concurrent use.
 */
final class OwnRule {
    private static final OwnAnswer NOT_FOUND = OwnAnswer.json("{\"error\":\"not_found\"}");

    private static final Verdict.Refuse ONLY_READ =
            Verdict.Refuse.hinted(ReasonCode.METHOD_REFUSED, "only GET and HEAD");

    private final RefusalTexts refusals;
    private final OwnAnswers answers;
    private final ProxiedRequest.Rules rules;
    private final OwnEndpoints endpoints;

    OwnRule(RefusalTexts refusals, OwnAnswers answers, ProxiedRequest.Rules rules) {
        this.refusals = refusals;
        this.answers = answers;
        this.rules = rules;
        this.endpoints = rules.endpoints();
    }

    /**
     * What is to be done.
     *
     * @param seated whether the connection has a place
     */
    Action settle(AuditDraft draft, RequestHead head, boolean seated, CanonicalRequest request, PolicyChain policies) {
        CanonicalPath path = request.path();
        String name = path == null ? "" : path.text();
        boolean close = !seated || !head.keepsConnection();
        boolean ofModels = request.host().equals(OwnNames.MODELS);
        if (policies.admit(new OwnCall(ofModels ? Door.OWN_CALL : door(name), seated))
                        .verdict()
                instanceof Verdict.Refuse why) {
            return refuse(draft, why, close);
        }
        if (OwnNames.isTunnelToGateway(request)) {
            return new Action.Tunnel(draft, new AllowedRequest(policies, request, head, Obligations.NONE));
        }
        if (ofModels) {
            var secrets = ModelSecrets.in(head, request, policies.sandbox().id(), rules);
            return endpoints.model(draft, head, policies, secrets, close);
        }
        return switch (name) {
            case OwnEndpoints.FETCH_PATH -> endpoints.fetch(draft, head, request, policies, close);
            case OwnEndpoints.EXPLAIN_PATH -> endpoints.explain(draft, head, request, policies, close);
            case CheckRule.PATH ->
                switch (CheckRule.judge(head)) {
                    case Verdict.Pass _ -> new Action.Check(draft, policies, close);
                    case Verdict.Refuse why -> refuse(draft, why, close);
                };
            default -> read(draft, head, request, policies, close);
        };
    }

    private static Door door(String path) {
        return switch (path) {
            case OwnEndpoints.FETCH_PATH, OwnEndpoints.EXPLAIN_PATH, CheckRule.PATH -> Door.OWN_CALL;
            default -> Door.OWN_PAGE;
        };
    }

    private Action read(
            AuditDraft draft, RequestHead head, CanonicalRequest request, PolicyChain policies, boolean close) {
        if (!head.method().equals("GET") && !head.method().equals("HEAD")) {
            return refuse(draft, ONLY_READ, close);
        }
        OwnAnswer answer = answers.answer(request, policies);
        return answer == null
                ? new Action.AnswerOwn(draft, 404, NOT_FOUND, close)
                : new Action.AnswerOwn(draft, 200, answer, close);
    }

    private Action refuse(AuditDraft draft, Verdict.Refuse why, boolean close) {
        return new Action.Refuse(draft, refusals.of(draft, why.reason(), why.hint()), close);
    }
}
