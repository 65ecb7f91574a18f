package io.sallyport.proxy.enforce;

import io.sallyport.audit.AuditLog;
import io.sallyport.decision.IdentityKind;
import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.body.GraphqlSubprotocol;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.listing.FilteredText;
import io.sallyport.decision.listing.ListFilter;
import io.sallyport.decision.listing.ListQuestion;
import io.sallyport.decision.listing.ListSession;
import io.sallyport.decision.listing.SessionOwners;
import io.sallyport.decision.secrets.FindingPolicy;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.MessageReading;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.ClientFault;
import io.sallyport.model.answer.Refusal;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.proxy.credentials.SandboxKeys;
import io.sallyport.proxy.identity.Identities;
import io.sallyport.proxy.identity.Identity;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.identity.UnidentifiedClients;
import io.sallyport.proxy.identity.WrongTokens;
import io.sallyport.proxy.intercept.ClientHello;
import io.sallyport.proxy.intercept.SandboxCas;
import io.sallyport.proxy.intercept.TunnelProtocols;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ViaName;
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
    private final HelloRule hellos;
    private final TargetReader targets;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final ViaName via;

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
            ViaName via) {
        this.via = via;
        this.identities = identities;
        this.unidentified = new UnidentifiedClients(nanoClock);
        this.audit = audit;
        this.refusals = new RefusalTexts(denials);
        this.own = new OwnRule(refusals, new OwnAnswers(denials, cas, servers), endpoints);
        this.rules = new ProxiedRequest.Rules(
                new ObligationRule(spoken != TunnelProtocols.NONE),
                servers,
                keys,
                new SessionOwners(nanoClock),
                new SecretRule(findings),
                endpoints);
        this.hellos = new HelloRule(new SniRule(exceptions), spoken);
        this.targets = new TargetReader(new SlashRule(exceptions.decodedSlash()));
        this.clock = clock;
        this.nanoClock = nanoClock;
    }

    /** By which name this gateway stands in what it sends on. */
    public ViaName via() {
        return via;
    }

    /** What is to be done with {@code head}; {@code seat} is that of its connection. */
    public Action settle(RequestHead head, RequestSource arrival, ConnectionPermit seat) {
        AuditDraft draft = draft(head.method());
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
                yield new Action.Refuse(draft, refusal, true, WrongTokens.WINDOW_SECONDS);
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

    /** The target wants to be paid: the budget that pays for it counts as used up from now on, which is recorded. */
    public void unpaid(AuditDraft draft, AllowedRequest passage) {
        for (String currency : passage.sandbox().admission().account().refuse()) {
            audit.append(draft.unpaid(audit.nextId(), clock.millis(), currency));
        }
    }

    /** Whether what {@code sandbox} has open may stay so: neither it nor one above it has ended. */
    public Verdict standing(Sandbox sandbox) {
        return PolicyChain.of(sandbox).standing();
    }

    /** Whether what once was let through may go on, under the policy in force. */
    public Verdict review(AllowedRequest passage) {
        PolicyChain current = passage.policies().renewed();
        Verdict standing = current.standing();
        if (standing instanceof Verdict.Refuse || passage.policies().isInForce()) {
            return standing;
        }
        return switch (current.decide(passage.request(), passage.headers())) {
            case Decision.Deny _ -> Verdict.refuse(ReasonCode.POLICY_CHANGED);
            case Decision.Allow allow -> goesOn(passage, passage.under(current, allow.obligations()));
        };
    }

    /**
     * What becomes of a message of the WebSocket that {@code passage} opened, under the policies in force. What the
     * record of the end says of it is noted in {@code draft}; a refused operation of GraphQL that is answered has a
     * record of its own.
     *
     * @param spoken what client and target have agreed to, or null
     */
    public MessageVerdict judge(
            AuditDraft draft, AllowedRequest passage, WebSocketMessage message, @Nullable GraphqlSubprotocol spoken) {
        if (!(MessageRule.judge(draft, passage, message) instanceof Verdict.Refuse why)) {
            return rules.secrets().judge(draft, passage, message) instanceof Verdict.Refuse found
                    ? new MessageVerdict.Ends(found.reason())
                    : MessageVerdict.PASSES;
        }
        String text = message.sent() && MessageRule.isOfMessage(why.reason()) ? message.text() : null;
        if (spoken == null || text == null || !spoken.beginsOperation(text)) {
            draft.judged(why.deny());
            return new MessageVerdict.Ends(why.reason());
        }
        AuditDraft own = draft.ofMessage(audit.nextId(), clock.millis(), nanoClock.getAsLong());
        own.identified(passage.policies().renewed());
        own.judged(why.deny());
        Refusal refusal = refusals.ofMessage(own, why.deny());
        audit.append(own.record(why.reason(), 0, -1, -1, nanoClock.getAsLong(), "in " + draft.auditId()));
        return new MessageVerdict.Answered(spoken.error(text, refusal));
    }

    /** Whether the fields behind the body of a request may go on; what is found in them is noted in {@code draft}. */
    public Verdict judge(AuditDraft draft, AllowedRequest passage, HeaderFields trailers) {
        return rules.secrets().judge(draft, passage, trailers);
    }

    /** A server has opened that session of MCP in its answer to {@code passage}. */
    public void opened(AllowedRequest passage, String session) {
        Sandbox sandbox = passage.sandbox();
        rules.sessions().opened(sandbox.id(), sandbox.admission().tools(), passage.request(), session);
    }

    /** As {@link #opened}, of the session in the URL at which the stream of {@code passage} says to take messages. */
    public void openedAt(AllowedRequest passage, String url) {
        Sandbox sandbox = passage.sandbox();
        rules.sessions().openedAt(sandbox.id(), sandbox.admission().tools(), passage.request(), url);
    }

    /** What may be shown of a message of JSON-RPC, that answers {@code asked} on the stream of {@code passage}. */
    public FilteredText show(AllowedRequest passage, ListQuestion asked, String message) {
        PolicyChain current = passage.policies().renewed();
        CanonicalRequest request = asked.request();
        var session = ListSession.of(passage.sandbox().admission().tools(), request, asked.headers());
        FilteredText shown = ListFilter.filter(
                message,
                asked.lists(),
                session,
                call -> current.decide(request, call.after(asked.headers())) instanceof Decision.Allow);
        if (!session.changes().isEmpty()) {
            audit.append(ChangedTools.record(audit.nextId(), clock.millis(), passage, session.changes()));
        }
        return shown;
    }

    /**
     * A tunnel that is opaque cannot be looked into any more, nor messages of a WebSocket that pass unread; and what
     * goes on with a credential ends where that is taken away.
     */
    private Verdict goesOn(AllowedRequest before, AllowedRequest now) {
        boolean same = (before.isInspected() || !now.isInspected())
                && (judgesMessages(before) || !judgesMessages(now))
                && keepsCredentials(before, now);
        boolean met = rules.met(now.sandbox().id(), now.request(), now.obligations()) instanceof Verdict.Pass;
        return Verdict.passIf(same && met, ReasonCode.POLICY_CHANGED);
    }

    private static boolean keepsCredentials(AllowedRequest before, AllowedRequest now) {
        return before.request().kind() == RequestKind.CONNECT
                || now.obligations()
                        .credentials()
                        .containsAll(before.obligations().credentials());
    }

    private static boolean judgesMessages(AllowedRequest passage) {
        return passage.obligations().messages() == MessageReading.JUDGED;
    }

    /** What becomes of the tunnel that {@code connect} let through, after that hello. */
    public HelloVerdict hello(ClientHello hello, AllowedRequest connect) {
        return hellos.judge(hello, connect);
    }

    /** What becomes of the tunnel by {@code tcp} that {@code connect} let through, whose client speaks that. */
    public SpokenVerdict spoken(AuditDraft draft, AllowedRequest connect, Scheme scheme, @Nullable ClientHello hello) {
        if (hello != null
                && hellos.names().check(hello, connect.request().host(), false) instanceof Verdict.Refuse why) {
            return new SpokenVerdict.Refused(why.reason());
        }
        if (connect.request().scheme() == scheme) {
            return new SpokenVerdict.Passes(connect);
        }
        PolicyChain current = connect.policies().renewed();
        AllowedRequest asked = connect.by(scheme);
        return switch (current.decide(asked.request(), asked.headers())) {
            case Decision.Allow allow
            when rules.met(asked.sandbox().id(), asked.request(), allow.obligations()) instanceof Verdict.Pass -> {
                draft.asks(asked.request());
                draft.judged(allow);
                yield new SpokenVerdict.Passes(asked.under(current, allow.obligations()));
            }
            case Decision _ -> new SpokenVerdict.Refused(ReasonCode.PROTOCOL_MISMATCH);
        };
    }

    private Action settleFor(PolicyChain policies, AuditDraft draft, RequestHead head, Place place) {
        Sandbox sandbox = policies.sandbox();
        draft.identified(policies);
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
                                policies, asked, head, rules.searched(sandbox.id(), asked, head), seated, rules));
            }
        };
    }

    private Action settle(AuditDraft draft, ProxiedRequest asked) {
        Judging judging = asked.policies().admit(asked);
        if (judging instanceof Judging.AwaitsBody(int maxBytes)) {
            return new Action.ReadBody(draft, new AwaitedBody(this, draft, asked, maxBytes));
        }
        return switch (judge(draft, asked, judging)) {
            case Action.Refuse refuse -> refuse;
            case Action.Ask ask -> ask;
            case Action.AnswerOwn answer -> answer;
            case Action.Forward forward ->
                asked.request().kind() == RequestKind.CONNECT ? tunnel(draft, forward.passage()) : forward;
        };
    }

    private static Action tunnel(AuditDraft draft, AllowedRequest passage) {
        draft.inspected(passage.isInspected());
        return new Action.Tunnel(draft, passage);
    }

    /** What is to be done with a request whose body is there. */
    Action.OfWhole judge(AuditDraft draft, ProxiedRequest asked) {
        draft.identified(asked.policies());
        return judge(draft, asked, asked.policies().admit(asked));
    }

    private Action.OfWhole judge(AuditDraft draft, ProxiedRequest asked, Judging judging) {
        return switch (judging) {
            case Judging.Admitted(Decision.Allow allow) -> {
                draft.judged(allow);
                draft.found(asked.found());
                if (asked.request().kind() == RequestKind.HTTP && rules.isOfModels(asked.request())) {
                    yield asked.asksModel(draft);
                }
                yield admit(draft, asked.head(), asked.seated(), asked.passage(allow.obligations()));
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
        return new Action.Refuse(draft, refusal, closes(asked.head(), asked.seated()), seconds(refused.why()));
    }

    private Action.OfWhole admit(AuditDraft draft, RequestHead head, boolean seated, AllowedRequest passage) {
        if (!audit.isAccepting()) {
            return refuse(draft, head, seated, refusals.of(draft, ReasonCode.AUDIT_UNAVAILABLE, null));
        }
        if (ApiServerRule.isTooLarge(passage.request(), head.framing())) {
            return refuse(draft, head, seated, refusals.of(draft, ReasonCode.BODY_TOO_LARGE, null));
        }
        // Last, since it charges: what is refused costs nothing.
        Account account = passage.sandbox().admission().account();
        boolean opened = passage.request().kind() == RequestKind.CONNECT && passage.isInspected();
        if (!(opened ? account.takeTunnel() : account.takeRequest())) {
            return refuse(draft, head, seated, refusals.of(draft, ReasonCode.BUDGET_EXHAUSTED, null));
        }
        if (!passage.lists().isEmpty()) {
            var asked = new ListQuestion(passage.request(), head, passage.lists());
            passage.sandbox().admission().tools().questions().add(asked);
        }
        return new Action.Forward(draft, passage);
    }

    /** Rounded up: whoever waits so long is not too early. */
    private static int seconds(Verdict.Refuse why) {
        return (int) Math.ceilDiv(why.retryAfterNanos(), 1_000_000_000L);
    }

    private static Action.Refuse refuse(AuditDraft draft, RequestHead head, boolean seated, Refusal refusal) {
        return new Action.Refuse(draft, refusal, closes(head, seated));
    }

    private static boolean closes(RequestHead head, boolean seated) {
        return !seated || !head.keepsConnection();
    }

    private AuditDraft draft(@Nullable String method) {
        return new AuditDraft(audit.nextId(), clock.millis(), nanoClock.getAsLong(), method);
    }
}
