package io.sallyport.proxy.enforce;

import io.sallyport.decision.Door;
import io.sallyport.decision.Operation;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.decision.listing.ListSession;
import io.sallyport.decision.listing.ListedTools;
import io.sallyport.decision.listing.Listing;
import io.sallyport.decision.listing.SessionOwners;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.model.Verdict;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.proxy.credentials.CredentialRule;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.ExemptPlaceholders;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.listener.RequestHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request as the checks see it. Immutable.
 *
 * @param headers what policy may read beside: those of the head, with the body once it is there
 * @param seated whether it has one of the sandbox's connections
 * @param approval with which it waits no more for a person, or null
 */
record ProxiedRequest(
        PolicyChain policies,
        CanonicalRequest request,
        RequestHead head,
        RequestHeaders headers,
        boolean seated,
        Rules rules,
        @Nullable RequestApproval approval)
        implements Operation {
    /** What is the same for all requests. */
    record Rules(
            ObligationRule obligations,
            ApiServers servers,
            SandboxKeys credentials,
            SessionOwners sessions,
            SecretRule secrets,
            OwnEndpoints endpoints) {
        /** The headers of {@code request}, which are searched as the setting says, less its placeholders. */
        RequestHeaders searched(SandboxId sandbox, CanonicalRequest request, RequestHeaders head) {
            return secrets.searched(head, ExemptPlaceholders.of(credentials.of(sandbox), request));
        }

        /** Whether all that is attached to {@code request} of {@code sandbox} can be met. */
        Verdict met(SandboxId sandbox, CanonicalRequest request, Obligations attached) {
            Keyring keys = attached.credentials().isEmpty() ? Keyring.EMPTY : credentials.of(sandbox);
            return obligations.met(request, completed(request, attached), keys);
        }

        /** What is attached to {@code request}, and that a tunnel to a host of models is opened. */
        Obligations completed(CanonicalRequest request, Obligations attached) {
            boolean opens = request.kind() == RequestKind.CONNECT && isOfModels(request);
            return opens ? attached.intercepting() : attached;
        }

        /** Whether the endpoint of models answers it in the place of its host. */
        boolean isOfModels(CanonicalRequest request) {
            return endpoints.models().answersFor(request.host());
        }
    }

    /** The same with its body, under the policies that are in force now. */
    ProxiedRequest with(RequestBody body) {
        ListedTools tools = policies.sandbox().admission().tools();
        RequestBody knowing =
                body.knowing(name -> ListSession.of(tools, request, head).listed(name));
        return new ProxiedRequest(policies.renewed(), request, head, knowing.after(headers), seated, rules, approval);
    }

    /** The same once a person has approved it, under the policies that are in force now. */
    ProxiedRequest with(RequestApproval given) {
        return new ProxiedRequest(policies.renewed(), request, head, headers, seated, rules, given);
    }

    /** The same under the policies that are in force now. */
    ProxiedRequest renewed() {
        return new ProxiedRequest(policies.renewed(), request, head, headers, seated, rules, approval);
    }

    @Override
    public @Nullable RequestApproval approval(Decision.Deny deny) {
        if (approval != null && approval.covers(request, bodyDigest(), deny)) {
            return approval;
        }
        return policies.sandbox().admission().approvals().find(request, bodyDigest(), deny);
    }

    /** Digest of the body that the policies read; null where they read none. */
    @Nullable
    Sha256 bodyDigest() {
        return AllowedRequest.digestOfBody(headers);
    }

    @Override
    public CanonicalHost host() {
        return request.host();
    }

    @Override
    public Door door() {
        if (request.kind() != RequestKind.CONNECT) {
            return Door.REQUEST;
        }
        return request.scheme().isTcp() ? Door.TCP_TUNNEL : Door.TUNNEL;
    }

    /** What policy says of the request, and of whatever else a server could take it for. */
    @Override
    public Decision judged() {
        return switch (policies.decide(request, headers)) {
            case Decision.Allow allow -> judged(allow);
            case Decision.Deny deny -> deny.ifApproved() == null ? deny : asking(deny, judged(deny.ifApproved()));
        };
    }

    /** A person is asked only about what nothing else refuses. */
    private static Decision asking(Decision.Deny deny, Decision ifApproved) {
        return ifApproved instanceof Decision.Allow allow ? deny.asking(allow) : ifApproved;
    }

    private Decision judged(Decision.Allow allow) {
        if (NameQuestions.isOne(head.fields(), request)) {
            return Decision.Deny.of(ReasonCode.DNS_REFUSED);
        }
        if (rules.sessions().areOthers(policies.sandbox().id(), request, head)) {
            return Decision.Deny.of(ReasonCode.SESSION_REFUSED);
        }
        if (allow.obligations().body()) {
            return allow; // all of this is asked again with the body
        }
        Verdict more = policies.requestDialect().has(PolicySwitch.METHOD_OVERRIDE)
                ? Verdict.PASS
                : MethodOverride.check(
                        head.fields(), request, allow.obligations(), other -> policies.decide(other, headers));
        if (more instanceof Verdict.Pass) {
            more = credentials(allow.obligations());
        }
        return more instanceof Verdict.Refuse why ? why.deny() : rules.secrets().judge(request, headers, allow);
    }

    /** What the setting found, for the record. */
    List<FoundSecret> found() {
        return rules.secrets().found(request, headers);
    }

    /** Whether each placeholder of a credential has a place in this request, and no other credential stands there. */
    private Verdict credentials(Obligations attached) {
        if (attached.credentials().isEmpty() && !CredentialRule.isIn(head, request)) {
            return Verdict.PASS;
        }
        Keyring keys = rules.credentials().of(policies.sandbox().id());
        return CredentialRule.judge(head, new CredentialScope(keys, request, headers, attached.credentials()));
    }

    /** What helps where its credentials refuse it, which no decision says; or null. */
    @Nullable
    String hintOfCredentials() {
        return policies.decide(request, headers) instanceof Decision.Allow allow
                        && credentials(allow.obligations()) instanceof Verdict.Refuse why
                ? why.hint()
                : null;
    }

    @Override
    public Verdict met(Obligations obligations) {
        return rules.met(policies.sandbox().id(), request, obligations);
    }

    @Override
    public Verdict connected() {
        return Verdict.passIf(seated, ReasonCode.TOO_MANY_CONNECTIONS);
    }

    @Override
    public Verdict named(boolean counted) {
        return policies.sandbox().admission().newName(request.host(), counted);
    }

    @Override
    public Verdict rated(Obligations obligations, boolean counted) {
        return policies.rated(obligations, request.host(), counted);
    }

    /** What may go on, once it is admitted with these. */
    AllowedRequest passage(Obligations obligations, @Nullable RequestApproval by) {
        Obligations all = rules.completed(request, obligations);
        return new AllowedRequest(policies, request, headers, all, Listing.askedIn(headers), by);
    }

    /** What the endpoint of models makes of it, where that answers it, once it is admitted with these. */
    Action.OfWhole asksModel(AuditDraft draft, Obligations obligations) {
        AllowedRequest passage = passage(obligations, null);
        BodyReport body = BodyReport.of(draft, passage, rules.secrets());
        return rules.endpoints().modelAtHost(draft, head, passage, body, RequestPath.closes(head, seated));
    }
}
