package io.sallyport.proxy.enforce;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.ChangeKind;
import io.sallyport.audit.EventBuilder;
import io.sallyport.audit.QueryNames;
import io.sallyport.audit.RequestPart;
import io.sallyport.decision.Judging;
import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.egress.DialledAddress;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.Reported;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.answer.ClientFault;
import io.sallyport.model.answer.ClientTool;
import io.sallyport.model.answer.DecisionGrounds;
import io.sallyport.model.answer.Diagnosis;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.rpc.GrpcForm;
import io.sallyport.model.secret.FindingPlace;
import io.sallyport.model.secret.FoundSecret;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.telemetry.RequestTrace;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The audit record of one request while it grows: what is known of it so far. Confined to the event loop of its
 * connection; the records that it yields are immutable.
 */
public final class AuditDraft {
    private static final int NANOS_PER_MICRO = 1_000;
    private static final int PAYMENT_REQUIRED = 402;

    private final String auditId;
    private final long timeMillis;
    private final long startNanos;
    private final @Nullable String method;
    private final RequestKind kind;
    private final boolean namesQuery;
    private @Nullable PolicyChain policies;
    private @Nullable CanonicalRequest request;
    private @Nullable DialledAddress address;
    private @Nullable String serverState;
    private @Nullable String rule;
    private @Nullable DecisionGrounds grounds;
    private Mode mode = Mode.ENFORCE;
    private boolean wouldDeny;
    private Reported reported = Reported.NONE;
    private final ReportedMessages messages = new ReportedMessages();
    private List<FoundSecret> found = List.of();
    private boolean byCredentials;
    private @Nullable Boolean inspected;
    private @Nullable String userAgent;
    private @Nullable Peer peer;
    private List<String> credentials = List.of();
    private @Nullable Diagnosis diagnosis;
    private @Nullable RequestTrace trace;

    /** @param namesQuery whether its records have the names of the query's parameters */
    AuditDraft(String auditId, long timeMillis, long startNanos, @Nullable String method, boolean namesQuery) {
        this.auditId = auditId;
        this.timeMillis = timeMillis;
        this.startNanos = startNanos;
        this.method = method;
        this.namesQuery = namesQuery;
        this.kind = "CONNECT".equals(method) ? RequestKind.CONNECT : RequestKind.HTTP;
    }

    /** Returns the draft of one message of the WebSocket that this request opened. */
    AuditDraft ofMessage(String id, long nowMillis, long nowNanos) {
        var draft = new AuditDraft(id, nowMillis, nowNanos, method, namesQuery);
        draft.request = request;
        draft.address = address;
        draft.inspected = inspected;
        draft.peer = peer;
        return draft;
    }

    /** Notes the trace that the request belongs to. */
    void traced(RequestTrace begun) {
        trace = begun;
    }

    /** Returns the trace that the request belongs to; null if it is not traced. */
    public @Nullable RequestTrace trace() {
        return trace;
    }

    /** Notes who asks, and under which policies it is judged. */
    void identified(PolicyChain judgedBy) {
        policies = judgedBy;
    }

    /** Notes what its refusal rests on. */
    void refused(DecisionGrounds why) {
        grounds = why;
    }

    /** Notes that the sandbox was named by proxy credentials. */
    void cameWithCredentials() {
        byCredentials = true;
    }

    /** Whether other credentials could help. */
    boolean isByCredentials() {
        return byCredentials;
    }

    /** Notes who sent the head, for {@link #diagnose}. */
    void sentBy(@Nullable String userAgent) {
        this.userAgent = userAgent;
    }

    /** Notes and returns what the refusal, or the end, says of the client's setup; null where it says nothing. */
    @Nullable
    Diagnosis diagnose(ReasonCode reason, @Nullable String detail) {
        Diagnosis made = Diagnosis.of(reason, request, detail, userAgent);
        diagnosis = made != null && made.fault() == ClientFault.ADDRESS_FOR_NAME && isCaptured() ? null : made;
        return diagnosis;
    }

    /** Whether the client knows of no proxy to which it could give a name. */
    private boolean isCaptured() {
        return peer != null && peer.isCaptured();
    }

    /** Notes and returns what is wrong with the setup of the client, as several of its requests show. */
    Diagnosis diagnosed(ClientFault fault) {
        Diagnosis made = new Diagnosis(fault, ClientTool.of(userAgent));
        diagnosis = made;
        return made;
    }

    /** What is wrong with the client's setup, where that was diagnosed. */
    @Nullable
    Diagnosis diagnosis() {
        return diagnosis;
    }

    /** Notes what is asked, where that could be read. */
    void asks(@Nullable CanonicalRequest canonical) {
        if (canonical != null) {
            request = canonical;
        }
    }

    /** Notes whose connection the head came on, and where that was to lead. */
    void cameFrom(Peer sender) {
        peer = sender;
        CanonicalAuthority destination = sender.destination();
        if (destination != null) {
            request = CanonicalRequest.connect(Scheme.HTTPS, destination.host(), destination.port());
        }
    }

    /** Notes the tunnel that the head came through. */
    void arrived(RequestSource.InTunnel tunnel) {
        inspected = tunnel.scheme() == Scheme.HTTPS ? Boolean.TRUE : null;
        request = tunnel.connect().request();
        peer = tunnel.peer();
    }

    /** Notes whether the gateway looks into the tunnel that is asked for. */
    public void inspected(boolean looksInside) {
        inspected = looksInside;
    }

    void judged(Decision decision) {
        rule = decision.rule();
        reported = decision.reported();
        if (decision instanceof Decision.Allow allow) {
            mode = allow.mode();
            wouldDeny = allow.reason().verdict() != AuditVerdict.ALLOW;
        }
    }

    /** Notes what a check says after the policies: the rule that it names stands for that of the grant. */
    void judged(Judging.Asked refused) {
        judged(refused.said());
        String named = refused.decision().rule();
        rule = named == null ? rule : named;
    }

    /** What rules in report mode said of it. */
    Reported reported() {
        return reported;
    }

    /** Notes what rules in report mode say of it now that its body is there. */
    void reported(Reported said) {
        reported = said;
    }

    /** Notes the secrets that were found in the request. */
    void found(List<FoundSecret> secrets) {
        found = secrets;
    }

    /** The secrets that were found in it so far. */
    List<FoundSecret> found() {
        return found;
    }

    /** Notes those that were found behind it. */
    void foundToo(List<FoundSecret> secrets) {
        found = Stream.concat(found.stream(), secrets.stream()).distinct().toList();
    }

    /** Notes what rules in report mode say of what came after the record: a message, or the rest of a body. */
    public void reportedOfMessage(Reported said) {
        messages.add(said);
    }

    /** Of how many messages a rule in report mode said that it would have refused them. */
    public long reportedMessages() {
        return messages.hits();
    }

    /** Notes the address that was dialled. */
    public void dialled(@Nullable DialledAddress to) {
        address = to;
    }

    /** The address that was dialled, or would have been; null where none was known. */
    @Nullable
    InetSocketAddress address() {
        return address == null ? null : address.socket();
    }

    /** Notes where the API server that is called stands, in one word, or null where there is none. */
    public void serverIs(@Nullable String state) {
        serverState = state;
    }

    /** Notes the names of the credentials that it is sent with. */
    public void carries(List<String> names) {
        credentials = names;
    }

    public String auditId() {
        return auditId;
    }

    public @Nullable String method() {
        return method;
    }

    public @Nullable CanonicalRequest request() {
        return request;
    }

    /** Those it is judged by, or null while nobody is identified. */
    @Nullable
    PolicyChain policies() {
        return policies;
    }

    public long timeMillis() {
        return timeMillis;
    }

    /** The elapsed time at which the head had been read. */
    public long startNanos() {
        return startNanos;
    }

    /**
     * The request's one record.
     *
     * @param status what the sandbox sees, 0 where it sees none
     * @param bytesIn payload from the sandbox, -1 where not known
     * @param bytesOut payload to the sandbox, -1 where not known
     * @param detail for operators, or null
     */
    public AuditEvent record(
            ReasonCode reason, int status, long bytesIn, long bytesOut, long nowNanos, @Nullable String detail) {
        ended(reason, status, nowNanos);
        return event(reason, nowNanos, detail).request(kind, part(bytesIn, bytesOut), reason, status);
    }

    /**
     * The end of what the record let live: a line of its own with the same id. What rules in report mode say of the
     * request is in the record; here it is what they say of messages.
     */
    public AuditEvent end(ReasonCode reason, long bytesIn, long bytesOut, long nowNanos, @Nullable String detail) {
        ended(reason, 0, nowNanos);
        return behind(reason, bytesIn, bytesOut, nowNanos, detail);
    }

    /** What is reported of a refused request after its record, as {@link #end}: for the rest it has ended with that. */
    public AuditEvent behind(ReasonCode reason, long bytesIn, long bytesOut, long nowNanos, @Nullable String detail) {
        return event(reason, nowNanos, detail).reported(messages.all()).end(part(bytesIn, bytesOut), reason);
    }

    /** That the target's answer to this request used up the budget in that currency: a record of its own. */
    AuditEvent unpaid(String id, long nowMillis, String currency) {
        PolicyChain judgedBy = policies;
        CanonicalRequest asked = request;
        EventBuilder record = AuditEvent.begin(id, nowMillis)
                .rule("cost.budget:" + currency)
                .detail("the target of " + auditId + " said 402"
                        + (asked == null ? "" : ": " + asked.host().text()));
        if (judgedBy != null) {
            PolicySnapshot own = judgedBy.own();
            record.sandbox(own.facts().id().text(), own.facts().run(), own.generation())
                    .guardrails(own.guardrails())
                    .dialect(own.reading().documents())
                    .lease(judgedBy.lease(), null);
        }
        return record.change(ChangeKind.LIFECYCLE, ReasonCode.BUDGET_EXHAUSTED, PAYMENT_REQUIRED);
    }

    /** That this request waits for a person, or waits no longer: a record of its own. */
    AuditEvent asked(String id, long nowMillis, ReasonCode reason, String detail) {
        EventBuilder record = AuditEvent.begin(id, nowMillis)
                .rule(RequestApproval.rule(auditId))
                .detail(detail);
        PolicyChain judgedBy = policies;
        if (judgedBy != null) {
            PolicySnapshot own = judgedBy.own();
            record.sandbox(own.facts().id().text(), own.facts().run(), own.generation());
        }
        return record.change(ChangeKind.ASK, part(-1, -1), reason, 0);
    }

    private void ended(ReasonCode reason, int status, long nowNanos) {
        RequestTrace begun = trace;
        if (begun != null) {
            PolicyChain judgedBy = policies;
            String sandbox = judgedBy == null ? null : judgedBy.sandbox().id().text();
            begun.recorded(method, sandbox, reason, status, nowNanos);
        }
    }

    private EventBuilder event(ReasonCode reason, long nowNanos, @Nullable String detail) {
        EventBuilder event = AuditEvent.begin(auditId, timeMillis)
                .rule(rule)
                .mode(mode, wouldDeny)
                .reported(reported)
                .findings(found)
                .took((nowNanos - startNanos) / NANOS_PER_MICRO)
                .source(peer == null ? null : peer.source(policies != null))
                .credentials(credentials)
                .diagnosis(diagnosis)
                .trace(trace == null ? null : trace.context())
                .detail(detail);
        addPolicy(event, reason);
        return event;
    }

    private RequestPart part(long bytesIn, long bytesOut) {
        CanonicalRequest asked = request;
        DialledAddress dialled = address;
        return new RequestPart(
                asked == null ? null : asked.scheme().word(),
                asked == null ? null : asked.host().text(),
                asked == null ? 0 : asked.port(),
                method,
                asked == null || isFoundIn(FindingPlace.PATH) ? null : pathOf(asked),
                asked == null || !namesQuery || isFoundIn(FindingPlace.QUERY)
                        ? List.of()
                        : QueryNames.of(asked.query()),
                asked == null ? null : protocolOf(asked),
                inspected,
                dialled == null ? null : dialled.socket().getAddress().getHostAddress(),
                dialled == null ? null : dialled.via(),
                serverState,
                bytesIn,
                bytesOut);
    }

    private void addPolicy(EventBuilder event, ReasonCode reason) {
        PolicyChain judgedBy = policies;
        if (judgedBy == null) {
            return;
        }
        PolicySnapshot own = judgedBy.own();
        event.sandbox(own.facts().id().text(), own.facts().run(), own.generation())
                .guardrails(own.guardrails())
                .dialect(own.reading().documents());
        DecisionGrounds why = grounds;
        if (why != null && why.objections().getFirst().reason() == reason) {
            event.grounds(why);
        } else if (reason == ReasonCode.BUDGET_EXHAUSTED) { // cut while it ran
            event.grounds(judgedBy.grounds(reason, request));
        } else {
            event.lease(judgedBy.lease(), own.pattern(rule));
        }
    }

    private static @Nullable String protocolOf(CanonicalRequest asked) {
        if (asked.scheme().isWebSocket()) {
            return "websocket";
        }
        return asked.grpc() == GrpcForm.CALL ? "grpc" : null;
    }

    /** Then the record does not repeat it. */
    private boolean isFoundIn(FindingPlace place) {
        return found.stream().anyMatch(secret -> secret.place() == place);
    }

    private static @Nullable String pathOf(CanonicalRequest asked) {
        CanonicalPath path = asked.path();
        return path == null ? null : path.text();
    }
}
