package io.sallyport.proxy.enforce;

import io.sallyport.decision.secrets.FindingMode;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.findings.ExemptText;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Obligations;
import io.sallyport.model.Verdict;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.util.List;

/** What the operator's setting does about secrets in what policy allows, whatever rules say. */
record SecretRule(FindingPolicy policy) {
    /** The same request, where its headers are searched as the setting says, less what is exempt. */
    RequestHeaders searched(RequestHeaders head, ExemptText exempt) {
        return policy.searched(head, exempt);
    }

    /** What becomes of a request that the policies allow. */
    Decision judge(CanonicalRequest request, RequestHeaders headers, Decision.Allow allow) {
        if (policy.mode() != FindingMode.ENFORCE) {
            return reportsBodies() && request.scheme().isWebSocket()
                    ? allow.with(allow.obligations().reading(MessageReading.REPORTED))
                    : allow;
        }
        Decision judged = policy.mode().judge(request, headers, allow);
        return judged instanceof Decision.Allow && policy.readsBodies() && request.method() != null
                ? reading(request, headers, allow)
                : judged;
    }

    private Decision reading(CanonicalRequest request, RequestHeaders headers, Decision.Allow allow) {
        Obligations attached = allow.obligations();
        if (request.scheme().isWebSocket()) {
            return allow.with(attached.reading(MessageReading.JUDGED));
        }
        return headers.body() == null ? allow.with(attached.judgingBody()) : allow;
    }

    /** Whether a message may go on; notes in {@code draft} what the record of the end says of it. */
    Verdict judge(AuditDraft draft, AllowedRequest passage, WebSocketMessage message) {
        if (!policy.readsBodies() && !reportsBodies()) {
            return Verdict.PASS;
        }
        List<FoundSecret> found = found(passage.request(), message.after(passage.headers()));
        if (found.isEmpty()) {
            return Verdict.PASS;
        }
        draft.foundToo(found);
        return reportsBodies() ? Verdict.PASS : refused(draft, found);
    }

    /** Whether trailers may go on; notes in {@code draft} what stands in them. */
    Verdict judge(AuditDraft draft, AllowedRequest passage, HeaderFields trailers) {
        SecretSearch search = passage.headers().secrets();
        if (!policy.searches() || search == null) {
            return Verdict.PASS;
        }
        List<FoundSecret> found = search.inTrailers(new RequestHead("", "", 1, trailers));
        if (found.isEmpty()) {
            return Verdict.PASS;
        }
        draft.foundToo(found);
        if (policy.mode() != FindingMode.ENFORCE) {
            return Verdict.PASS;
        }
        return refused(draft, found);
    }

    private static Verdict refused(AuditDraft draft, List<FoundSecret> found) {
        Decision.Deny deny = FindingMode.denied(found);
        draft.judged(deny);
        return Verdict.Refuse.by(deny);
    }

    /** Whether bodies and messages are searched beside their way, and what is found is only recorded. */
    boolean reportsBodies() {
        return policy.mode() == FindingMode.REPORT && policy.bodies();
    }

    /** What was found, for the record; nothing where nobody asked. */
    List<FoundSecret> found(CanonicalRequest request, RequestHeaders headers) {
        return policy.mode().found(request, headers);
    }
}
