package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Refusal;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.relay.channel.ByteMeter;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.MovementTimer;
import io.sallyport.proxy.relay.message.AwaitedResult;
import io.sallyport.proxy.relay.message.BodyCopy;
import io.sallyport.proxy.relay.message.ExchangeFailure;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import io.sallyport.proxy.relay.message.HeldBody;
import io.sallyport.proxy.relay.message.LastHop;
import io.sallyport.proxy.relay.message.RequestRelay;
import io.sallyport.proxy.relay.traffic.OpenTraffic;
import io.sallyport.proxy.relay.upstream.UpstreamConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One forwarded request: its body goes up while its answer comes down, each side no faster than the other reads. The
 * answer's last bytes wait for the record. Confined to its event loop.
 */
final class ForwardedExchange extends ClientState implements OpenTraffic, UpstreamSide.Exchange {
    private static final int PAYMENT_REQUIRED = 402;

    private final ClientConnection client;
    private final Worker worker;
    private final RequestHead head;
    private final AuditDraft draft;
    private final AllowedRequest passage;
    private final UpstreamSide up;
    private final RequestRelay upload;
    private final ResponseRelay response;
    private final AnswerFiltering filtering;
    private final ExchangeRecord record;
    private final ByteMeter meter;
    private final MovementTimer timer = new MovementTimer();
    private final @Nullable ChosenHop chosen;
    private final @Nullable ServerCall call; // of an API server
    private @Nullable String endpoint; // where a stream of events said that messages are taken
    private boolean unpaid;
    private boolean surplus; // the target has said more than its answer

    ForwardedExchange(ClientConnection client, RequestHead head, Action.Forward forward) {
        this(client, head, forward, null, null);
    }

    /**
     * @param held the body, where that was read before; this takes its charge over
     * @param chosen how it goes on, where that was chosen with the body; else null
     */
    ForwardedExchange(
            ClientConnection client,
            RequestHead head,
            Action.Forward forward,
            @Nullable HeldBody held,
            @Nullable ChosenHop chosen) {
        this.chosen = chosen;
        this.client = client;
        this.worker = client.worker();
        this.head = head;
        this.draft = forward.draft();
        this.passage = forward.passage();
        this.meter = new ByteMeter(passage, worker.gate().meter());
        this.up = new UpstreamSide(client, head, draft, passage, keys(), held, this);
        this.upload = up.upload();
        boolean isHandshake = passage.request().scheme().isWebSocket();
        this.response =
                new ResponseRelay(head, isHandshake, client.channel(), worker.limits(), worker.scratch(), worker.via());
        this.filtering = new AnswerFiltering(
                worker, passage, response.filtered(), client.channel().eventLoop(), this::shown);
        this.record = new ExchangeRecord(worker, draft, upload, response);
        this.call = ServerCall.of(worker.gate().servers(), passage, draft);
    }

    void start() {
        client.become(this);
        worker.began(this);
        up.copyBody(record);
        switch (chosen == null ? hop(call) : chosen) {
            case ChosenHop.Plain _ -> {
                filtering.ofLists(call != null);
                up.begin();
            }
            case ChosenHop.Through(LastHop last) -> {
                filtering.begin(last, call != null);
                draft.carries(last.credentials());
                response.redact(last.redaction());
                up.begin(last);
            }
            case ChosenHop.Failed(ExchangeFailure failure) -> fail(failure);
        }
    }

    private ChosenHop hop(@Nullable ServerCall asked) {
        if (asked == null && passage.obligations().credentials().isEmpty()) {
            return ChosenHop.PLAIN;
        }
        CredentialScope scope = passage.scope(keys());
        return asked == null
                ? ChosenHop.of(head, passage, scope, worker.gate().clock().instant())
                : asked.begin(head, scope);
    }

    private Keyring keys() {
        return worker.gate().keys().of(passage.sandbox().id());
    }

    @Override
    public void waits() {
        timer.restart();
    }

    @Override
    public void begins(UpstreamConnection connection) {
        timer.restart();
        response.comesOverHttp2(connection.speaksHttp2());
    }

    @Override
    boolean takes() {
        return up.takes();
    }

    @Override
    void read(ByteBuf in) {
        up.read(in);
    }

    @Override
    void readComplete() {
        up.flush();
    }

    @Override
    public void upstreamWritable() {
        up.writable();
    }

    @Override
    public void upstreamRead(ByteBuf in) {
        up.answered();
        client.outflow().fit();
        response.read(in, !head.keepsConnection() || !upload.isEnded() || worker.isDraining());
        if (response.status() == PAYMENT_REQUIRED && !unpaid) {
            unpaid = true;
            worker.gate().path().ongoing().unpaid(draft, passage);
        }
        surplus |= in.isReadable();
        ResponseHead switching = response.switching();
        if (response.failure() == null && switching != null) {
            beginWebSocket(switching, in);
        } else {
            proceed();
        }
    }

    /** What a part of the answer may show is known. */
    private void shown() {
        if (client.state() == this) {
            client.outflow().fit();
            response.showFiltered();
            proceed();
        }
        if (client.state() == this) {
            upstreamReadComplete();
            writable();
        }
    }

    private void proceed() {
        String session = passage.isJudgedByBody() ? response.session() : null;
        if (session != null) {
            worker.gate().path().ongoing().opened(passage, session);
        }
        String said = response.endpoint();
        if (said != null && !said.equals(endpoint)) {
            endpoint = said;
            worker.gate().path().ongoing().openedAt(passage, said);
        }
        ExchangeFailure failure = response.failure();
        if (failure != null) {
            fail(failure);
        } else if (response.isEnded()) {
            complete(!surplus);
        } else if (response.isStream() && !record.streams()) {
            beginStream();
        } else if (record.waits() || response.isJudged()) {
            up.autoRead(false);
        } else if (!client.channel().isWritable()) {
            client.outflow().flush();
            if (!client.channel().isWritable()) {
                up.autoRead(false);
            }
        }
    }

    @Override
    public void upstreamMalformed(String why) {
        fail(new ExchangeFailure(ReasonCode.UPSTREAM_MALFORMED, why));
    }

    private void beginWebSocket(ResponseHead answer, ByteBuf in) {
        UpstreamConnection open = up.takeConnection();
        ended();
        if (open != null) {
            var begun = new WebSocketExchange(client, head, draft, passage, up.hop(), open, answer);
            begun.start(in.readRetainedSlice(in.readableBytes()));
        }
    }

    private void beginStream() {
        up.autoRead(false);
        record.begin(this::streamRecorded);
    }

    private void streamRecorded(boolean inSink) {
        if (client.state() != this) {
            return;
        }
        if (inSink) {
            client.outflow().flush();
            writable();
        } else {
            cut(ReasonCode.AUDIT_UNAVAILABLE);
        }
    }

    @Override
    void writable() {
        if (!record.waits() && !response.isJudged() && client.channel().isWritable()) {
            up.autoRead(true);
        }
    }

    @Override
    public void upstreamReadComplete() {
        if (!record.waits()) {
            client.outflow().flush();
        }
    }

    @Override
    public void upstreamClosed(boolean whole) {
        boolean repeats = !response.hasBegun() && up.isRepeatable();
        up.takeConnection();
        if (response.hasCome()) {
            return; // it is being judged
        }
        if (whole && response.endsWithConnection()) {
            response.showFiltered();
            if (response.isEnded()) {
                complete(false);
            }
        } else if (repeats) {
            up.repeat();
        } else {
            String when = response.hasBegun() ? "in the middle of the answer" : "before an answer";
            lost(new ExchangeFailure(ReasonCode.UPSTREAM_CLOSED, when));
        }
    }

    private void complete(boolean clean) {
        ended();
        up.giveBack(clean && response.keepsUpstream() && !worker.isDraining());
        var flushing = new FlushingAnswer(client, response.isLast(), !upload.isEnded());
        client.become(flushing);
        BodyCopy copy = up.copy();
        if (copy == null) {
            flushing.start(record.last(ReasonCode.GRANTED, response.removed()));
        } else {
            copy.settled(() -> flushing.start(record.last(ReasonCode.GRANTED, response.removed())));
        }
    }

    /** The connection is no more, or never was. */
    @Override
    public void lost(ExchangeFailure how) {
        if (call == null || !call.waits(how)) {
            fail(how);
        }
    }

    /** Ends without the target's answer: with ours, or, where it has begun, by cutting the connection. */
    @Override
    public void fail(ExchangeFailure how) {
        ExchangeFailure why = call == null ? how : call.cause(how);
        if (!record.waits()) {
            response.explain(why.reason().word() + ": " + why.detail());
            client.outflow().flush();
        }
        release();
        if (response.status() != 0) {
            cutClient(why.reason(), why.detail());
        } else {
            Refusal refusal = worker.gate().path().failed(draft, why.reason(), why.hint());
            Answering.failed(client, head, draft, upload.body(), refusal, why.detail());
        }
    }

    private void cutClient(ReasonCode reason, @Nullable String detail) {
        worker.append(record.last(reason, detail));
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }

    private void ended() {
        worker.ended(this);
        filtering.close();
        up.release();
        meter.read(record.passed());
    }

    private void release() {
        ended();
        up.close();
    }

    @Override
    void inputEnded() {
        if (!upload.isEnded()) {
            cut(ReasonCode.CLIENT_CLOSED);
        }
    }

    @Override
    void gone() {
        cut(ReasonCode.CLIENT_CLOSED);
    }

    @Override
    public void cut(ReasonCode reason) {
        release();
        cutClient(reason, null);
    }

    @Override
    HalfCloseProbe probe() {
        return upload.isEnded() && !record.waits() ? response.probe() : HalfCloseProbe.NEEDLESS;
    }

    @Override
    long moved() {
        return record.passed() + response.status();
    }

    @Override
    void sweep(long nowNanos) {
        meter.read(record.passed());
        if (call != null && call.isLost()) {
            ExchangeFailure lost = call.settled(nowNanos);
            if (lost != null) {
                fail(lost);
            }
            return;
        }
        timer.see(moved());
        AwaitedResult awaited = awaited();
        Duration most = awaited.most(worker.limits());
        if (timer.hasPassed(most.toNanos(), nowNanos)) {
            fail(awaited.missed(most));
        }
    }

    private AwaitedResult awaited() {
        if (!up.isConnected()) {
            return AwaitedResult.CONNECTION;
        }
        return upload.isSent() && response.status() == 0 ? AwaitedResult.ANSWER : AwaitedResult.MOVEMENT;
    }

    @Override
    public AllowedRequest passage() {
        return passage;
    }

    @Override
    public boolean isTunnel() {
        return record.streams();
    }
}
