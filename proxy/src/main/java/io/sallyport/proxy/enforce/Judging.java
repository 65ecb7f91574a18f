package io.sallyport.proxy.enforce;

import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.credentials.CredentialRule;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/** One request on its way through the checks. Confined to the event loop of its connection. */
final class Judging implements Operation {
    private final PolicyChain policies;
    private final CanonicalRequest request;
    private final RequestHead head;
    private final boolean seated;
    private final ObligationRule obligations;
    private final ApiServers servers;
    private @Nullable Decision said;
    private @Nullable Passage passage;

    /** @param seated whether it has one of the sandbox's connections */
    Judging(
            PolicyChain policies,
            CanonicalRequest request,
            RequestHead head,
            boolean seated,
            ObligationRule obligations,
            ApiServers servers) {
        this.servers = servers;
        this.policies = policies;
        this.request = request;
        this.head = head;
        this.seated = seated;
        this.obligations = obligations;
    }

    CanonicalRequest request() {
        return request;
    }

    PolicyChain policies() {
        return policies;
    }

    /** What policy said, or null while it was not asked. */
    @Nullable
    Decision said() {
        return said;
    }

    @Override
    public Decision judged() {
        Decision decision = said == null ? decide() : said;
        said = decision;
        if (!(decision instanceof Decision.Allow allow)) {
            return decision;
        }
        var passing = new Passage(policies, request, head, allow.obligations());
        ReasonCode unmet = obligations.unmet(passing);
        if (unmet != null) {
            return Decision.Deny.of(unmet);
        }
        passage = passing;
        return decision;
    }

    /** What policy says of the request, and of whatever else a server could take it for. */
    private Decision decide() {
        Decision decision = policies.decide(request, head);
        if (!(decision instanceof Decision.Allow allow)) {
            return decision;
        }
        if (NameQuestions.isOne(head.fields(), request)) {
            return Decision.Deny.of(ReasonCode.DNS_REFUSED);
        }
        Decision.Deny deny = MethodOverride.denied(
                head.fields(), request, allow.obligations(), other -> policies.decide(other, head));
        deny = deny == null ? misplaced() : deny;
        return deny == null ? decision : deny;
    }

    /** Of a placeholder that has no place in this request, or null. */
    private Decision.@Nullable Deny misplaced() {
        if (!CredentialRule.isIn(head, request)) {
            return null;
        }
        ReasonCode reason = CredentialRule.judge(
                head, request, servers.keys(policies.sandbox().id()));
        return reason == null ? null : Decision.Deny.of(reason);
    }

    @Override
    public @Nullable ReasonCode crowded() {
        ReasonCode full = full();
        return full == null ? policies.sandbox().admission().tooManyNames(request.host()) : full;
    }

    @Override
    public @Nullable ReasonCode counted() {
        ReasonCode full = full();
        return full == null ? policies.sandbox().admission().newName(request.host()) : full;
    }

    private @Nullable ReasonCode full() {
        return seated ? policies.sandbox().admission().buffers().refusal() : ReasonCode.TOO_MANY_CONNECTIONS;
    }

    /** What may go on; there is one once {@link #judged} allowed. */
    Passage passage() {
        Passage granted = passage;
        if (granted == null) {
            throw new IllegalStateException("nothing was allowed");
        }
        return granted;
    }
}
