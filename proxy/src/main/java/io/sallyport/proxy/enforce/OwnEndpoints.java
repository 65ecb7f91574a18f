package io.sallyport.proxy.enforce;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.WebReport;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.proxy.enforce.own.OwnAnswer;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints under the gateway's own names that read bodies and answer by themselves.
 *
 * @param fetches answers {@code http://sallyport.internal/fetch}
 * @param models answers all of {@code http://inference.sallyport.internal}
 * @param explanations answers {@code http://sallyport.internal/v1/explain}
 * @param judgedBodyBytes of a body of a request of a model that rules and searches read
 * @param recordsPrompts whether records of models hold prompts, which {@code whoami} says
 */
public record OwnEndpoints(
        OwnEndpoint fetches,
        OwnEndpoint models,
        OwnEndpoint explanations,
        int judgedBodyBytes,
        boolean recordsPrompts) {
    /** Where there are none. */
    public static final OwnEndpoints NONE =
            new OwnEndpoints(OwnEndpoint.NONE, OwnEndpoint.NONE, OwnEndpoint.NONE, 0, false);

    static final String FETCH_PATH = "/fetch";
    static final String EXPLAIN_PATH = "/v1/explain";

    private static final OwnAnswer NOT_FOUND = OwnAnswer.json("{\"error\":\"not found\"}\n");

    /** What a request for a fetch comes to; what is begun here is carried out. */
    Action fetch(AuditDraft draft, RequestHead head, CanonicalRequest request, PolicyChain policies, boolean close) {
        OwnEndpoint.Judged fetch = request.query().text() == null ? fetches.begin(policies, request, head) : null;
        return action(draft, fetch, close);
    }

    /** What a request of a model comes to, in which {@code secrets} are looked for; what is begun is carried out. */
    Action.OfWhole model(
            AuditDraft draft, RequestHead head, PolicyChain policies, ModelSecrets secrets, boolean close) {
        return action(draft, models.begin(policies, secrets.request(), head, secrets), close);
    }

    /** What a request to a host of models comes to, on which {@code body} reports, or null. */
    Action.OfWhole modelAtHost(
            AuditDraft draft, RequestHead head, AllowedRequest passage, @Nullable BodyReport body, boolean close) {
        var report =
                new AnsweredRequestReport(new WebReport.Said(draft.reported(), draft.found()), body, judgedBodyBytes);
        return action(draft, models.begin(passage.policies(), passage.request(), head, report), close);
    }

    /** What a question why a request is decided as it is comes to; what is begun here is carried out. */
    Action explain(AuditDraft draft, RequestHead head, CanonicalRequest request, PolicyChain policies, boolean close) {
        return action(draft, explanations.begin(policies, request, head), close);
    }

    private static Action.OfWhole action(AuditDraft draft, OwnEndpoint.@Nullable Judged judged, boolean close) {
        return judged == null
                ? new Action.AnswerOwn(draft, 404, NOT_FOUND, close)
                : new Action.Ask(draft, judged, close);
    }
}
