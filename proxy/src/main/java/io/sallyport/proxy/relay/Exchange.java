package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.model.ApiServerHost;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.ApiServers;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.Passage;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.UpstreamLimits;
import org.jspecify.annotations.Nullable;

/**
 * One forwarded request: its body goes up while its answer comes down, each side no faster than the other reads. The
 * answer's last bytes wait for the record. Confined to its event loop.
 */
final class Exchange extends ClientState implements Ongoing, UpstreamUser {
    private static final int PAYMENT_REQUIRED = 402;

    private final ClientConnection client;
    private final Worker worker;
    private final RequestHead head;
    private final AuditDraft draft;
    private final Passage passage;
    private final UpstreamPool.Authority authority;
    private final BodyReader requestBody;
    private final BodyWriter requestWriter;
    private final ResponseRelay response;
    private final ExchangeRecord record;
    private final ByteMeter meter;
    private final SweepTimer timer = new SweepTimer();
    private Dialer.@Nullable Dial dial;
    private @Nullable UpstreamConnection upstream;
    private ApiServers.Found.@Nullable Up server; // of a call of an API server
    private long bytesIn;
    private long movedAtSweep = -1;
    private boolean waitsForRecord;
    private boolean unpaid;

    Exchange(ClientConnection client, RequestHead head, Action.Forward forward) {
        this.client = client;
        this.worker = client.worker();
        this.head = head;
        this.draft = forward.draft();
        this.passage = forward.passage();
        this.meter = new ByteMeter(passage);
        this.authority = UpstreamPool.Authority.of(passage);
        this.requestBody = BodyReader.of(head.framing());
        this.requestWriter = BodyWriter.of(head.framing());
        this.record = new ExchangeRecord(worker, draft);
        this.response = new ResponseRelay(head, client.channel(), worker.limits(), worker.scratch());
    }

    void start() {
        client.become(this);
        worker.began(this);
        if (passage.request().scheme() == Scheme.API) {
            startCall(passage.request());
        } else {
            connect();
        }
    }

    private void startCall(CanonicalRequest call) {
        switch (worker.gate().servers().call(passage.sandbox().id(), call.host(), call.port())) {
            case ApiServers.Found.Up up -> {
                server = up;
                connect();
            }
            case ApiServers.Found.Down(String name) -> failCall(name);
            case ApiServers.Found.Unknown _ -> fail(ReasonCode.LOCAL_NAME, "no API server of this sandbox");
        }
    }

    private void failCall(String name) {
        release();
        String hint = "API server " + name + " does not run any more, and its run has failed";
        var refusal = worker.gate().path().failed(draft, ReasonCode.API_SERVER_DOWN, hint);
        Answering.failed(client, head, draft, requestBody, refusal, null);
    }

    private void connect() {
        UpstreamConnection kept = worker.pool(passage.sandbox().id()).take(authority);
        if (kept == null) {
            dial();
        } else {
            begin(kept);
        }
    }

    private void dial() {
        UpstreamConnection fresh = new UpstreamConnection(authority);
        timer.restart();
        Dialer.Dial begun = worker.dial(passage, fresh, outcome -> dialled(fresh, outcome));
        if (upstream == null && client.state() == this) {
            dial = begun;
        }
    }

    private void dialled(UpstreamConnection fresh, DialOutcome outcome) {
        dial = null;
        switch (outcome) {
            case DialOutcome.Connected(Channel channel, var address) -> {
                fresh.opened(channel, address);
                begin(fresh);
                client.resume();
            }
            case DialOutcome.Failed(ReasonCode reason, String detail, var address) -> {
                draft.dialled(address);
                if (server != null && reason == ReasonCode.CONNECT_FAILED) {
                    failCall(ApiServerHost.name(passage.request().host().text()));
                } else {
                    fail(reason, detail);
                }
            }
        }
    }

    private void begin(UpstreamConnection connection) {
        upstream = connection;
        timer.restart();
        draft.dialled(connection.address());
        Channel channel = connection.channel();
        Channels.write(channel, HeadWriter.request(channel.alloc(), head, passage, server));
        connection.serve(this);
    }

    @Override
    boolean takes() {
        UpstreamConnection to = upstream;
        return to != null && !requestBody.isEnded() && to.channel().isWritable();
    }

    @Override
    void read(ByteBuf in) {
        UpstreamConnection to = upstream;
        if (to == null) {
            return;
        }
        ByteBuf piece = requestBody.read(in);
        if (piece != null) {
            bytesIn += piece.readableBytes();
            if (server != null && bytesIn > ApiServers.MAX_BODY_BYTES) {
                piece.release();
                fail(ReasonCode.BODY_TOO_LARGE, null);
                return;
            }
            requestWriter.content(to.channel(), piece);
        }
        if (requestBody.fault() != null) {
            fail(ReasonCode.MALFORMED_REQUEST, requestBody.fault());
        } else if (requestBody.isEnded()) {
            requestWriter.end(
                    to.channel(), requestBody.trailers(), passage.obligations().redact());
        }
    }

    @Override
    void readComplete() {
        UpstreamConnection to = upstream;
        if (to != null) {
            to.channel().flush();
        }
    }

    @Override
    public void upstreamWritable() {
        client.resume();
    }

    @Override
    public void upstreamRead(ByteBuf in) {
        response.read(in, !head.keepsConnection() || !requestBody.isEnded() || worker.isDraining());
        if (response.status() == PAYMENT_REQUIRED && !unpaid) {
            unpaid = true;
            worker.gate().path().unpaid(draft, passage);
        }
        String fault = response.fault();
        if (fault != null) {
            fail(ReasonCode.UPSTREAM_MALFORMED, fault);
        } else if (response.isEnded()) {
            complete(!in.isReadable());
        } else if (response.isStream() && !record.streams()) {
            beginStream();
        } else if (waitsForRecord) {
            pauseUpstream();
        } else if (!client.channel().isWritable()) {
            client.channel().flush();
            if (!client.channel().isWritable()) {
                pauseUpstream();
            }
        }
    }

    private void beginStream() {
        waitsForRecord = true;
        pauseUpstream();
        record.begin(response.status(), this::streamRecorded);
    }

    private void streamRecorded(boolean inSink) {
        if (client.state() != this) {
            return;
        }
        waitsForRecord = false;
        if (inSink) {
            client.channel().flush();
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
        if (from != null && !waitsForRecord && client.channel().isWritable()) {
            from.channel().config().setAutoRead(true);
        }
    }

    @Override
    public void upstreamReadComplete() {
        if (!waitsForRecord) {
            client.channel().flush();
        }
    }

    @Override
    public void upstreamClosed(boolean whole) {
        boolean unanswered = !response.hasBegun() && upstream != null && upstream.isReused();
        upstream = null;
        if (whole && response.endsWithConnection()) {
            complete(false);
        } else if (unanswered && isSafeToRepeat()) {
            dial();
        } else {
            fail(ReasonCode.UPSTREAM_CLOSED, response.hasBegun() ? "in the middle of the answer" : "before an answer");
        }
    }

    /** A target may close a kept connection just when the next request is under way (RFC 9112 section 9.3.1). */
    private boolean isSafeToRepeat() {
        boolean bodiless = requestBody.isEnded() && bytesIn == 0 && !(head.framing() instanceof Framing.Chunked);
        return bodiless
                && switch (head.method()) {
                    case "GET", "HEAD", "OPTIONS", "PUT", "DELETE" -> true;
                    default -> false;
                };
    }

    private void complete(boolean clean) {
        UpstreamConnection from = upstream;
        upstream = null;
        ended();
        if (from != null) {
            if (clean && requestBody.isEnded() && response.keepsUpstream() && !worker.isDraining()) {
                worker.pool(passage.sandbox().id()).keep(from);
            } else {
                from.close();
            }
        }
        new Finishing(client, response.isLast(), !requestBody.isEnded())
                .start(record.last(ReasonCode.GRANTED, response.status(), bytesIn, response.bytes(), null));
    }

    /** Ends without the target's answer: with ours, or, where it has begun, by cutting the connection. */
    private void fail(ReasonCode reason, @Nullable String detail) {
        release();
        if (response.status() != 0) {
            cutClient(reason, detail);
        } else {
            Answering.failed(
                    client, head, draft, requestBody, worker.gate().path().failed(draft, reason, null), detail);
        }
    }

    private void cutClient(ReasonCode reason, @Nullable String detail) {
        worker.append(record.last(reason, response.status(), bytesIn, response.bytes(), detail));
        client.become(new Lingering(client));
        Channels.close(client.channel());
    }

    private void ended() {
        worker.ended(this);
        meter.read(bytesIn + response.bytes());
    }

    private void release() {
        ended();
        Dialer.Dial begun = dial;
        dial = null;
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
        if (!requestBody.isEnded()) {
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
    void sweep(long nowNanos) {
        meter.read(bytesIn + response.bytes());
        long moved = bytesIn + response.bytes() + response.status();
        if (moved != movedAtSweep) {
            movedAtSweep = moved;
            timer.restart();
        }
        UpstreamLimits limits = worker.limits().upstream();
        if (upstream == null) {
            if (timer.hasPassed(limits.dialTimeout().toNanos(), nowNanos)) {
                fail(ReasonCode.CONNECT_TIMEOUT, "no connection within " + limits.dialTimeout());
            }
        } else if (requestBody.isEnded() && response.status() == 0) {
            if (timer.hasPassed(limits.firstByteTimeout().toNanos(), nowNanos)) {
                fail(ReasonCode.CONNECT_TIMEOUT, "no answer within " + limits.firstByteTimeout());
            }
        } else if (timer.hasPassed(worker.limits().connections().idleTimeout().toNanos(), nowNanos)) {
            fail(ReasonCode.IDLE_TIMEOUT, null);
        }
    }

    @Override
    public Passage passage() {
        return passage;
    }

    @Override
    public boolean isTunnel() {
        return record.streams();
    }
}
