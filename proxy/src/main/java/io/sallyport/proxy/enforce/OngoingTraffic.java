package io.sallyport.proxy.enforce;

import io.sallyport.audit.AuditLog;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.body.GraphqlSubprotocol;
import io.sallyport.decision.listing.FilteredText;
import io.sallyport.decision.listing.ListFilter;
import io.sallyport.decision.listing.ListQuestion;
import io.sallyport.decision.listing.ListSession;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.Refusal;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.proxy.intercept.ClientHello;
import io.sallyport.proxy.listener.HeaderFields;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of what the {@link RequestPath} let through, while it goes on: of tunnels, of what is said in them and
 * on WebSockets, and of answers. Safe for concurrent use.
 */
public final class OngoingTraffic {
    private final ProxiedRequest.Rules rules;
    private final HelloRule hellos;
    private final RefusalTexts refusals;
    private final AuditLog audit;
    private final InstantSource clock;
    private final LongSupplier nanoClock;

    OngoingTraffic(
            ProxiedRequest.Rules rules,
            HelloRule hellos,
            RefusalTexts refusals,
            AuditLog audit,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.rules = rules;
        this.hellos = hellos;
        this.refusals = refusals;
        this.audit = audit;
        this.clock = clock;
        this.nanoClock = nanoClock;
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

    /** Whether policy may say something else by now: it is another one, or the claims of who acts have ended. */
    public boolean isStale(AllowedRequest passage) {
        PolicyChain policies = passage.policies();
        return !policies.isInForce() || policies.haveClaimsEnded(TimeUnit.MILLISECONDS.toNanos(clock.millis()));
    }

    /** Whether what once was let through may go on, under the policy in force. */
    public Verdict review(AllowedRequest passage) {
        PolicyChain current = passage.policies().renewed();
        Verdict standing = current.standing();
        if (standing instanceof Verdict.Refuse || !isStale(passage)) {
            return standing;
        }
        return switch (current.decide(passage.request(), passage.headers())) {
            case Decision.Deny deny -> review(passage, current, deny);
            case Decision.Allow allow -> goesOn(passage, passage.under(current, allow.obligations()));
        };
    }

    private Verdict review(AllowedRequest passage, PolicyChain current, Decision.Deny deny) {
        Decision.Allow ifApproved = deny.ifApproved();
        if (ifApproved == null || !passage.isApproved(deny)) {
            return Verdict.refuse(ReasonCode.POLICY_CHANGED);
        }
        boolean isTunnel = passage.request().kind() == RequestKind.CONNECT;
        Obligations attached = ifApproved.obligations();
        return goesOn(passage, passage.under(current, isTunnel ? attached.intercepting() : attached));
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

    /** What only reports on the body of {@code passage}; null where nothing does. */
    public @Nullable BodyReport bodyReport(AuditDraft draft, AllowedRequest passage) {
        return BodyReport.of(draft, passage, rules.secrets());
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
}
