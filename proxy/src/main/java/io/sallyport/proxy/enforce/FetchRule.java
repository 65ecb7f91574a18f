package io.sallyport.proxy.enforce;

import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.proxy.listener.RequestHead;

/** What a request for the fetch endpoint comes to. */
record FetchRule(OwnFetches fetches) {
    static final String PATH = "/fetch";
    private static final OwnAnswer NOT_FOUND = OwnAnswer.json("{\"error\":\"not found\"}\n");

    /** What is to be done; what is begun here is carried out. */
    Action of(AuditDraft draft, RequestHead head, CanonicalRequest request, Sandbox sandbox, boolean close) {
        OwnFetches.Judged fetch = request.query().text() == null ? fetches.begin(sandbox.id(), head) : null;
        return fetch == null
                ? new Action.AnswerOwn(draft, 404, NOT_FOUND, close)
                : new Action.Fetch(draft, fetch, close);
    }
}
