package io.sallyport.proxy.enforce;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.listing.SessionOwners;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.ClientFault;
import io.sallyport.model.answer.Refusal;
import io.sallyport.model.answer.Ruling;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.enforce.own.OwnAnswers;
import io.sallyport.proxy.enforce.own.RecentRefusals;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.identity.Identities;
import io.sallyport.proxy.identity.Identity;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.identity.UnidentifiedClients;
import io.sallyport.proxy.identity.WrongTokens;
import io.sallyport.proxy.intercept.SandboxCas;
import io.sallyport.proxy.intercept.TunnelProtocols;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.proxy.telemetry.RequestStep;
import io.sallyport.proxy.telemetry.RequestTrace;
import io.sallyport.proxy.telemetry.RequestTracing;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request from head to verdict, in the order of the design: identity, canonical request, decision,
 * admission, audit; what is left is egress, and that is the caller's to do. No socket, no wait, no state of its own:
 * safe for concurrent use.
 */
public final class RequestPath {
    private final Identities identities;
    private final UnidentifiedClients unidentified;
    private final AuditLog audit;
    private final RefusalTexts refusals;
    private final OwnRule own;
    private final ProxiedRequest.Rules rules;
    private final OngoingTraffic ongoing;
    private final TargetReader targets;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final ViaName via;
    private final HeldRequests asks;
    private final RequestTracing tracing;
    private final RequestAdmission admission;

    /**
     * @param clock wall time
     * @param nanoClock elapsed time
     * @param spoken in tunnels that this gateway opens
     * @param exceptions what the operator lifts for which hosts
     * @param servers that sandboxes call by their names
     * @param keys their credentials, those of API servers too
     * @param endpoints what answers by itself under the gateway's own names
     * @param findings which secrets it looks for
     * @param via by which name this gateway finds loops
     * @param asks requests that wait for a person
     * @param tracing traces requests
     */
    public RequestPath(
            Identities identities,
            AuditLog audit,
            RecentRefusals denials,
            SandboxCas cas,
            InstantSource clock,
            LongSupplier nanoClock,
            TunnelProtocols spoken,
            HostExceptions exceptions,
            ApiServers servers,
            SandboxKeys keys,
            OwnEndpoints endpoints,
            FindingPolicy findings,
            ViaName via,
            HeldRequests asks,
            RequestTracing tracing) {
        this.asks = asks;
        this.via = via;
        this.tracing = tracing;
        this.identities = identities;
        this.unidentified = new UnidentifiedClients(nanoClock);
        this.audit = audit;
        this.refusals = new RefusalTexts(denials);
        this.admission = new RequestAdmission(this, audit, refusals);
        this.rules = new ProxiedRequest.Rules(
                new ObligationRule(spoken != TunnelProtocols.NONE),
                servers,
                keys,
                new SessionOwners(nanoClock),
                new SecretRule(findings),
                endpoints);
        this.own = new OwnRule(refusals, new OwnAnswers(denials, cas, servers, endpoints.recordsPrompts()), rules);
        var hellos = new HelloRule(new SniRule(exceptions), spoken);
        this.ongoing = new OngoingTraffic(rules, hellos, refusals, audit, clock, nanoClock);
        this.targets = new TargetReader(new SlashRule(exceptions.decodedSlash()));
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /** By which name this gateway stands in what it sends on. */
    public ViaName via() {
        return via;
    }

    /** What becomes of what this let through. */
    public OngoingTraffic ongoing() {
        return ongoing;
    }

    /** What is to be done with {@code head}; {@code seat} is that of its connection. */
    public Action settle(RequestHead head, RequestSource arrival, ConnectionPermit seat) {
        AuditDraft draft = draft(head.method());
        RequestTrace trace = tracing.begin(head.fields(), draft.timeMillis(), draft.startNanos());
        if (trace == null) {
            return settle(draft, head, arrival, seat);
        }
        draft.traced(trace);
        trace.begins(RequestStep.IDENTITY, draft.startNanos());
        Action action = settle(draft, head, arrival, seat);
        trace.ends(RequestStep.DECISION, nanoClock.getAsLong());
        return action;
    }

    private Action settle(AuditDraft draft, RequestHead head, RequestSource arrival, ConnectionPermit seat) {
        draft.sentBy(head.fields().first("User-Agent"));
        return switch (arrival) {
            case RequestSource.OnListener(Peer peer) -> {
                draft.cameFrom(peer);
                yield identify(draft, head, peer, seat);
            }
            case RequestSource.InTunnel tunnel -> {
                draft.arrived(tunnel);
                yield settleFor(tunnel.connect().policies().renewed(), draft, head, new Place(arrival, seat));
            }
        };
    }

    private Action identify(AuditDraft draft, RequestHead head, Peer peer, ConnectionPermit seat) {
        return switch (identities.identify(head.fields(), peer)) {
            case Identity.Unknown nobody
            when nobody.reason() == ReasonCode.RATE_LIMITED -> {
                Refusal refusal = unidentified(draft, nobody, head.fields(), peer);
                yield new Action.Refuse(draft, refusal, true, WrongTokens.WINDOW_SECONDS, null);
            }
            case Identity.Unknown nobody -> refuse(draft, head, true, unidentified(draft, nobody, head.fields(), peer));
            case Identity.Known(Sandbox sandbox, IdentityKind kind) -> {
                if (head.fields().count("Proxy-Authorization") > 0) {
                    draft.cameWithCredentials();
                    unidentified.identified(head.fields(), peer);
                }
                var place = new Place(new RequestSource.OnListener(peer), seat);
                yield settleFor(PolicyChain.of(sandbox, kind), draft, head, place);
            }
        };
    }

    private Refusal unidentified(AuditDraft draft, Identity.Unknown nobody, HeaderFields fields, Peer peer) {
        ClientFault fault = peer.isCaptured() ? null : unidentified.failed(fields, peer);
        if (fault == null) {
            return refusals.of(draft, nobody.reason(), nobody.why());
        }
        return refusals.of(draft, nobody.reason(), draft.diagnosed(fault).sentence());
    }

    /** What becomes of a client that shows {@code evidence} before it asks: of a request it is asked for again. */
    public Authentication authenticate(HeaderFields evidence, Peer peer) {
        return switch (identities.identify(evidence, peer)) {
            case Identity.Known _ -> Authentication.ACCEPTED;
            case Identity.Unknown nobody -> {
                AuditDraft draft = draft("CONNECT");
                draft.cameFrom(peer);
                Refusal refusal = unidentified(draft, nobody, evidence, peer);
                yield new Authentication.Refused(new Action.Refuse(draft, refusal, true));
            }
        };
    }

    /** A head's connection. */
    private record Place(RequestSource arrival, ConnectionPermit seat) {}

    /** What is to be done about bytes that are no head. */
    public Action.Refuse malformed(ReasonCode reason, String why, RequestSource arrival) {
        boolean isConnect = arrival instanceof RequestSource.OnListener(Peer peer) && peer.isForConnectOnly();
        AuditDraft draft = draft(isConnect ? "CONNECT" : null);
        switch (arrival) {
            case RequestSource.OnListener(Peer sender) -> {
                draft.cameFrom(sender);
                if (identities.identify(HeaderFields.NONE, sender)
                        instanceof Identity.Known(Sandbox sandbox, IdentityKind kind)) {
                    draft.identified(PolicyChain.of(sandbox, kind));
                }
            }
            case RequestSource.InTunnel tunnel -> {
                draft.identified(tunnel.connect().policies().renewed());
                draft.arrived(tunnel);
            }
        }
        return new Action.Refuse(draft, refusals.of(draft, reason, why), true);
    }

    /**
     * Takes a place for a captured connection among those of its sandbox, before anything is read from it. Nothing is
     * recorded.
     *
     * @param connect what it comes to where it is no request
     * @return whether policy grants its target by {@code tcp}, so that the target may speak first
     */
    public boolean captured(RequestHead connect, Peer peer, ConnectionPermit seat) {
        return identities.identify(connect.fields(), peer) instanceof Identity.Known(Sandbox sandbox, IdentityKind kind)
                && seat.take(sandbox)
                && isByTcp(connect, peer, PolicyChain.of(sandbox, kind));
    }

    private boolean isByTcp(RequestHead connect, Peer peer, PolicyChain policies) {
        return targets.read(connect, new RequestSource.OnListener(peer), policies.requestDialect())
                        instanceof RequestedTarget.Outward(CanonicalRequest request)
                && TcpQuestion.of(request, policies::decide).scheme().isTcp();
    }

    /** The refusal of a request that was let through and failed after all; {@code hint} is safe to show, or null. */
    public Refusal failed(AuditDraft draft, ReasonCode reason, @Nullable String hint) {
        return refusals.of(draft, reason, hint);
    }

    /** Keeps what ended so after it was let through, where that was a refusal, for the sandbox to read. */
    public void ended(AuditDraft draft, ReasonCode reason, @Nullable String detail) {
        if (reason.refusesAtTheEnd()) {
            var _ = draft.diagnose(reason, detail);
            var _ = refusals.of(draft, reason, null);
        }
    }

    /** Keeps the refusal of a question that a sandbox asked, for it to read. */
    public void ruled(Ruling ruling) {
        refusals.ruled(ruling);
    }

    private Action settleFor(PolicyChain policies, AuditDraft draft, RequestHead head, Place place) {
        Sandbox sandbox = policies.sandbox();
        draft.identified(policies);
        RequestTrace trace = draft.trace();
        if (trace != null) {
            long now = nanoClock.getAsLong();
            trace.ends(RequestStep.IDENTITY, now);
            trace.begins(RequestStep.DECISION, now);
        }
        boolean seated = place.seat().take(sandbox);
        RequestedTarget target = switch (HeadRules.check(head, place.arrival(), via)) {
            case Verdict.Pass _ -> targets.read(head, place.arrival(), policies.requestDialect());
            case Verdict.Refuse fault -> RequestedTarget.Unserved.of(fault, null);
        };
        return switch (WebSocketRule.of(head, ServerName.of(target, sandbox.id(), rules.servers()))) {
            case RequestedTarget.Unserved(var reason, var why, CanonicalRequest request) -> {
                draft.asks(request);
                yield refuse(draft, head, seated, refusals.of(draft, reason, why));
            }
            case RequestedTarget.Own(CanonicalRequest request) -> {
                draft.asks(request);
                yield own.settle(draft, head, seated, request, policies);
            }
            case RequestedTarget.Outward(CanonicalRequest request) -> {
                CanonicalRequest asked = TcpQuestion.of(request, policies::decide);
                draft.asks(asked);
                if (asked.scheme() == Scheme.API) {
                    draft.serverIs(rules.servers()
                            .call(sandbox.id(), asked.host(), asked.port())
                            .state());
                }
                yield settle(
                        draft,
                        new ProxiedRequest(
                                policies, asked, head, rules.searched(sandbox.id(), asked, head), seated, rules, null));
            }
        };
    }

    private Action settle(AuditDraft draft, ProxiedRequest asked) {
        Judging judging = asked.policies().admit(asked);
        if (judging instanceof Judging.AwaitsBody(int maxBytes)) {
            return new Action.ReadBody(draft, new AwaitedBody(this, draft, asked, maxBytes));
        }
        return opening(draft, asked, judge(draft, asked, judging));
    }

    /** A CONNECT that is let through is a tunnel. */
    private static Action opening(AuditDraft draft, ProxiedRequest asked, Action.OfWhole action) {
        return switch (action) {
            case Action.Refuse refuse -> refuse;
            case Action.Ask ask -> ask;
            case Action.AnswerOwn answer -> answer;
            case Action.Hold hold -> hold;
            case Action.AwaitBudget wait -> wait;
            case Action.Forward forward ->
                asked.request().kind() == RequestKind.CONNECT ? tunnel(draft, forward.passage()) : forward;
        };
    }

    private static Action tunnel(AuditDraft draft, AllowedRequest passage) {
        draft.inspected(passage.isInspected());
        return new Action.Tunnel(draft, passage);
    }

    /** What is to be done with a request whose body was not read, once it came to {@code action}. */
    Action resumed(AuditDraft draft, ProxiedRequest asked, Action.OfWhole action) {
        return opening(draft, asked, action);
    }

    /** What is to be done with a request that a person has approved, under the policies that are in force now. */
    Action approved(AuditDraft draft, ProxiedRequest asked) {
        draft.identified(asked.policies());
        return settle(draft, asked);
    }

    /** What is to be done with a request that a person was to approve, and did not. */
    Action.Refuse unapproved(AuditDraft draft, ProxiedRequest asked, ReasonCode reason, @Nullable String why) {
        return refuse(draft, asked.head(), asked.seated(), refusals.of(draft, reason, why));
    }

    /** What is to be done with a request of which nobody can be asked. */
    Action.Refuse unasked(AuditDraft draft, ProxiedRequest asked, Judging.AwaitsApproval refused, String why) {
        Refusal refusal = refusals.denied(draft, refused, asked).withHint(why);
        return new Action.Refuse(draft, refusal, closes(asked.head(), asked.seated()));
    }

    HeldRequests asks() {
        return asks;
    }

    AuditEvent asked(AuditDraft draft, ReasonCode reason, String detail) {
        return draft.asked(audit.nextId(), clock.millis(), reason, detail);
    }

    Instant now() {
        return clock.instant();
    }

    /** What is to be done with a request whose body is there. */
    Action.OfWhole judge(AuditDraft draft, ProxiedRequest asked) {
        draft.identified(asked.policies());
        return judge(draft, asked, asked.policies().admit(asked));
    }

    private Action.OfWhole judge(AuditDraft draft, ProxiedRequest asked, Judging judging) {
        return switch (judging) {
            case Judging.Admitted(Decision.Allow allow, var approval) -> {
                draft.judged(allow);
                draft.found(asked.found());
                if (asked.request().kind() == RequestKind.HTTP && rules.isOfModels(asked.request())) {
                    yield asked.asksModel(draft, allow.obligations());
                }
                yield admission.admit(draft, asked, asked.passage(allow.obligations(), approval));
            }
            case Judging.AwaitsApproval waits -> {
                draft.judged(waits.decision());
                yield asked.approval() == null
                        ? new Action.Hold(draft, new AwaitedApproval(this, draft, asked, waits))
                        : refuse(draft, asked, waits);
            }
            case Judging.Asked refused -> {
                draft.judged(refused);
                if (refused.why().reason() == ReasonCode.SECRET_FOUND) {
                    draft.found(asked.found());
                }
                yield refuse(draft, asked, refused);
            }
            case Judging.AwaitsBody refused -> refuse(draft, asked, refused);
            case Judging.Unasked refused -> refuse(draft, asked, refused);
        };
    }

    private Action.Refuse refuse(AuditDraft draft, ProxiedRequest asked, Judging.Refused refused) {
        Refusal refusal = refusals.denied(draft, refused, asked);
        boolean close = closes(asked.head(), asked.seated());
        BodyReport report = BodyReport.ofRefused(draft, asked);
        return new Action.Refuse(draft, refusal, close, seconds(refused.why()), report);
    }

    /** Carries on with a request for which budget has come; it is judged again where its policies have changed. */
    Action.OfWhole supplied(AuditDraft draft, ProxiedRequest asked, AllowedRequest passage) {
        PolicyChain policies = asked.policies();
        return policies.isInForce() && policies.standing() instanceof Verdict.Pass
                ? admission.admit(draft, asked, passage)
                : judge(draft, asked.renewed());
    }

    /** What is to be done with a request for which no budget has come. */
    Action.Refuse unpaid(AuditDraft draft, ProxiedRequest asked, ReasonCode reason) {
        return admission.refuse(draft, asked, reason);
    }

    /** Rounded up: whoever waits so long is not too early. */
    private static int seconds(Verdict.Refuse why) {
        return (int) Math.ceilDiv(why.retryAfterNanos(), 1_000_000_000L);
    }

    private static Action.Refuse refuse(AuditDraft draft, RequestHead head, boolean seated, Refusal refusal) {
        return new Action.Refuse(draft, refusal, closes(head, seated));
    }

    static boolean closes(RequestHead head, boolean seated) {
        return !seated || !head.keepsConnection();
    }

    private AuditDraft draft(@Nullable String method) {
        return new AuditDraft(audit.nextId(), clock.millis(), nanoClock.getAsLong(), method, audit.namesQueries());
    }
}
