package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sallyport.egress.DialOutcome;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Refusal;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.credentials.chunk.ChunkSigning;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.relay.channel.ByteMeter;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.MovementTimer;
import io.sallyport.proxy.relay.message.CredentialHop;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import io.sallyport.proxy.relay.message.HeadWriter;
import io.sallyport.proxy.relay.message.HeldBody;
import io.sallyport.proxy.relay.message.LastHop;
import io.sallyport.proxy.relay.message.SignedUpload;
import io.sallyport.proxy.relay.traffic.OpenTraffic;
import io.sallyport.proxy.relay.upstream.ConnectionWait;
import io.sallyport.proxy.relay.upstream.UpstreamConnection;
import io.sallyport.proxy.relay.upstream.UpstreamPool;
import io.sallyport.proxy.relay.upstream.UpstreamUser;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One forwarded request: its body goes up while its answer comes down, each side no faster than the other reads. The
 * answer's last bytes wait for the record. Confined to its event loop.
 */
final class ForwardedExchange extends ClientState implements OpenTraffic, UpstreamUser, ConnectionWait.Waiter {
    private static final int PAYMENT_REQUIRED = 402;

    private final ClientConnection client;
    private final Worker worker;
    private final RequestHead head;
    private final AuditDraft draft;
    private final AllowedRequest passage;
    private final RequestRelay upload;
    private final ResponseRelay response;
    private final AnswerFiltering filtering;
    private final ExchangeRecord record;
    private final ByteMeter meter;
    private final MovementTimer timer = new MovementTimer();
    private final ConnectionTimes times;
    private final @Nullable HeldBody held;
    private final @Nullable ChosenHop chosen;
    private final @Nullable ServerCall call; // of an API server
    private @Nullable LastHop hop; // with what is ours on it
    private @Nullable ConnectionWait wait;
    private @Nullable UpstreamConnection upstream;
    private @Nullable SignedUpload signed; // chunks of the body
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
        this.held = held;
        this.times = new ConnectionTimes(worker.gate(), draft);
        this.upload = new RequestRelay(
                head,
                passage,
                keys(),
                held == null ? BodyReader.of(head.framing()) : held.reader(),
                trailers -> worker.gate().path().ongoing().judge(draft, passage, trailers));
        boolean isHandshake = passage.request().scheme().isWebSocket();
        this.response =
                new ResponseRelay(head, isHandshake, client.channel(), worker.limits(), worker.scratch(), worker.via());
        this.filtering =
                new AnswerFiltering(worker, passage, response.filtered(), client.channel().eventLoop(), this::shown);
        this.record = new ExchangeRecord(worker, draft, upload, response);
        this.call = ServerCall.of(worker.gate().servers(), passage, draft);
    }

    void start() {
        client.become(this);
        worker.began(this);
        switch (chosen == null ? hop(call) : chosen) {
            case ChosenHop.Plain _ -> {
                filtering.ofLists(call != null);
                connect();
            }
            case ChosenHop.Through(LastHop last) -> {
                hop = last;
                filtering.begin(last, call != null);
                draft.carries(last.credentials());
                response.redact(last.redaction());
                signChunks(last);
                connect();
            }
            case ChosenHop.Failed(ExchangeFailure failure) -> fail(failure);
        }
    }

    private void signChunks(LastHop last) {
        ChunkSigning how = last instanceof CredentialHop ours ? ours.chunks() : null;
        if (how != null) {
            SignedUpload chunks = new SignedUpload(
                    how, new ChunkSigners(), passage.sandbox().admission().buffers());
            signed = chunks;
            upload.sign(chunks);
        }
    }

    /** Beside the event loop of this exchange, which goes on with each chunk. */
    private final class ChunkSigners implements SignedUpload.Signers {
        @Override
        public Executor workers() {
            return worker.gate().judging();
        }

        @Override
        public Executor loop() {
            return client.channel().eventLoop();
        }

        @Override
        public void signed() {
            UpstreamConnection to = upstream;
            if (to != null) {
                sendOn(to);
                client.resume();
            }
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

    private void connect() {
        UpstreamPool pool = worker.pool(passage.sandbox().id());
        UpstreamConnection kept = pool.take(authority());
        if (kept == null) {
            awaitConnection(pool).begin(passage);
        } else {
            worker.gate().meter().connectionReused();
            begin(kept);
        }
    }

    private UpstreamPool.Authority authority() {
        return UpstreamPool.Authority.of(passage, hop == null ? null : hop.identity());
    }

    private ConnectionWait awaitConnection(UpstreamPool pool) {
        timer.restart();
        worker.gate().meter().connectionDialled();
        times.dials();
        ConnectionWait begun = new ConnectionWait(worker, pool, authority(), this);
        wait = begun;
        return begun;
    }

    @Override
    public void connected(UpstreamConnection connection) {
        wait = null;
        times.dialled();
        begin(connection);
        client.resume();
    }

    @Override
    public void unconnected(DialOutcome.Failed how) {
        wait = null;
        times.dialled();
        draft.dialled(how.address());
        lost(new ExchangeFailure(how.reason(), how.detail()));
    }

    private void begin(UpstreamConnection connection) {
        upstream = connection;
        response.comesOverHttp2(connection.speaksHttp2());
        timer.restart();
        draft.dialled(connection.address());
        Channel channel = connection.channel();
        connection.charge(passage.sandbox().admission().buffers());
        Channels.write(channel, HeadWriter.request(channel.alloc(), head, passage, hop, worker.via()));
        if (held == null) {
            times.goesOn();
        }
        connection.serve(this);
        if (held != null && upload.send(held.body(), sent(held), channel) instanceof ExchangeFailure failure) {
            fail(failure);
        }
    }

    /** Sends more of the body that was read. */
    private void sendOn(UpstreamConnection to) {
        to.outflow().fit();
        if (upload.sendOn(to.channel()) instanceof ExchangeFailure failure) {
            fail(failure);
        } else {
            to.outflow().flush();
        }
    }

    /** What goes on of the body that was read. */
    private RequestBody sent(HeldBody read) {
        return hop instanceof CredentialHop ours ? ours.sent(read.body()) : read.body();
    }

    @Override
    boolean takes() {
        UpstreamConnection to = upstream;
        return to != null
                && !upload.isEnded()
                && !upload.holdsBack()
                && to.channel().isWritable();
    }

    @Override
    void read(ByteBuf in) {
        UpstreamConnection to = upstream;
        if (to == null) {
            return;
        }
        to.outflow().fit();
        if (upload.read(in, to.channel()) instanceof ExchangeFailure failure) {
            fail(failure);
        }
    }

    @Override
    void readComplete() {
        UpstreamConnection to = upstream;
        if (to != null) {
            to.outflow().flush();
        }
    }

    @Override
    public void upstreamWritable() {
        UpstreamConnection to = upstream;
        if (to != null && upload.holdsBack()) {
            sendOn(to);
        }
        client.resume();
    }

    @Override
    public void upstreamRead(ByteBuf in) {
        times.answered();
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
            pauseUpstream();
        } else if (!client.channel().isWritable()) {
            client.outflow().flush();
            if (!client.channel().isWritable()) {
                pauseUpstream();
            }
        }
    }

    @Override
    public void upstreamMalformed(String why) {
        fail(new ExchangeFailure(ReasonCode.UPSTREAM_MALFORMED, why));
    }

    private void beginWebSocket(ResponseHead answer, ByteBuf in) {
        UpstreamConnection open = upstream;
        upstream = null;
        ended();
        if (open != null) {
            var begun = new WebSocketExchange(client, head, draft, passage, hop, open, answer);
            begun.start(in.readRetainedSlice(in.readableBytes()));
        }
    }

    private void beginStream() {
        pauseUpstream();
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

    private void pauseUpstream() {
        UpstreamConnection from = upstream;
        if (from != null) {
            from.channel().config().setAutoRead(false);
        }
    }

    @Override
    void writable() {
        UpstreamConnection from = upstream;
        if (from != null
                && !record.waits()
                && !response.isJudged()
                && client.channel().isWritable()) {
            from.channel().config().setAutoRead(true);
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
        boolean unanswered = !response.hasBegun() && upstream != null && upstream.isReused();
        upstream = null;
        if (response.hasCome()) {
            return; // it is being judged
        }
        if (whole && response.endsWithConnection()) {
            response.showFiltered();
            if (response.isEnded()) {
                complete(false);
            }
        } else if (unanswered && upload.isSafeToRepeat()) {
            awaitConnection(worker.pool(passage.sandbox().id())).dial(passage);
        } else {
            String when = response.hasBegun() ? "in the middle of the answer" : "before an answer";
            lost(new ExchangeFailure(ReasonCode.UPSTREAM_CLOSED, when));
        }
    }

    private void complete(boolean clean) {
        UpstreamConnection from = upstream;
        upstream = null;
        ended();
        if (from != null) {
            if (clean && upload.isSent() && response.keepsUpstream() && !worker.isDraining()) {
                worker.pool(passage.sandbox().id()).keep(from);
            } else {
                from.close();
            }
        }
        new FlushingAnswer(client, response.isLast(), !upload.isEnded())
                .start(record.last(ReasonCode.GRANTED, response.removed()));
    }

    /** The connection is no more, or never was. */
    private void lost(ExchangeFailure how) {
        if (call == null || !call.waits(how)) {
            fail(how);
        }
    }

    /** Ends without the target's answer: with ours, or, where it has begun, by cutting the connection. */
    private void fail(ExchangeFailure how) {
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
        if (held != null) {
            held.charge().set(0);
        }
        filtering.close();
        SignedUpload chunks = signed;
        if (chunks != null) {
            chunks.close();
        }
        meter.read(record.passed());
    }

    private void release() {
        ended();
        ConnectionWait begun = wait;
        wait = null;
        if (begun != null) {
            begun.cancel();
        }
        UpstreamConnection from = upstream;
        upstream = null;
        if (from != null) {
            from.close();
        }
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
        if (upstream == null) {
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
