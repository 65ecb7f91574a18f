package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.ApiServers;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.Passage;
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
    private final RequestRelay upload;
    private final ResponseRelay response;
    private final ExchangeRecord record;
    private final ByteMeter meter;
    private final SweepTimer timer = new SweepTimer();
    private final @Nullable ServerCall call; // of an API server
    private @Nullable ServerHop hop; // to it
    private Dialer.@Nullable Dial dial;
    private @Nullable UpstreamConnection upstream;
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
        this.upload = new RequestRelay(head, passage, keys());
        this.record = new ExchangeRecord(worker, draft);
        this.call = passage.request().scheme() == Scheme.API
                ? new ServerCall(worker.gate().servers(), passage)
                : null;
        this.response = new ResponseRelay(head, client.channel(), worker.limits(), worker.scratch());
    }

    void start() {
        client.become(this);
        worker.began(this);
        if (call == null) {
            connect();
        } else {
            start(call);
        }
    }

    private void start(ServerCall asked) {
        switch (asked.found()) {
            case ApiServers.Found.Up up -> startCall(up);
            case ApiServers.Found.Down down -> failCall(down);
            case ApiServers.Found.Unknown _ -> fail(ReasonCode.LOCAL_NAME, "no API server of this sandbox");
        }
    }

    private void startCall(ApiServers.Found.Up up) {
        switch (FilledHead.of(head, passage.request(), keys())) {
            case FilledHead.Unresolved _ -> fail(ReasonCode.CREDENTIAL_UNRESOLVED, null);
            case FilledHead.Untouched _ -> connect(new ServerHop(up, null, draft.auditId()));
            case FilledHead.Filled(FilledHead filled) -> connect(new ServerHop(up, filled, draft.auditId()));
        }
    }

    private Keyring keys() {
        return worker.gate().servers().keys(passage.sandbox().id());
    }

    private void connect(ServerHop last) {
        hop = last;
        response.redact(last.redaction());
        connect();
    }

    private void failCall(ApiServers.Found.Down down) {
        draft.serverIs(down.state());
        end(
                ReasonCode.API_SERVER_DOWN,
                "API server " + down.name() + " does not run any more, and its run has failed",
                null);
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
                lost(reason, detail);
            }
        }
    }

    private void begin(UpstreamConnection connection) {
        upstream = connection;
        timer.restart();
        draft.dialled(connection.address());
        Channel channel = connection.channel();
        Channels.write(channel, HeadWriter.request(channel.alloc(), head, passage, hop));
        connection.serve(this);
    }

    @Override
    boolean takes() {
        UpstreamConnection to = upstream;
        return to != null && !upload.isEnded() && to.channel().isWritable();
    }

    @Override
    void read(ByteBuf in) {
        UpstreamConnection to = upstream;
        if (to == null) {
            return;
        }
        RequestRelay.Fault fault = upload.read(in, to.channel());
        if (fault != null) {
            fail(fault.reason(), fault.detail());
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
        response.read(in, !head.keepsConnection() || !upload.isEnded() || worker.isDraining());
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
        } else if (unanswered && upload.isSafeToRepeat()) {
            dial();
        } else {
            lost(ReasonCode.UPSTREAM_CLOSED, response.hasBegun() ? "in the middle of the answer" : "before an answer");
        }
    }

    private void complete(boolean clean) {
        UpstreamConnection from = upstream;
        upstream = null;
        ended();
        if (from != null) {
            if (clean && upload.isEnded() && response.keepsUpstream() && !worker.isDraining()) {
                worker.pool(passage.sandbox().id()).keep(from);
            } else {
                from.close();
            }
        }
        new Finishing(client, response.isLast(), !upload.isEnded())
                .start(record.last(ReasonCode.GRANTED, response.status(), upload.bytes(), response.bytes(), null));
    }

    /** The connection is no more, or never was. */
    private void lost(ReasonCode reason, @Nullable String detail) {
        if (call == null || call.behind(reason) != null) {
            fail(reason, detail);
        } else {
            call.lost(new ServerCall.Loss(reason, detail));
        }
    }

    private void fail(ReasonCode reason, @Nullable String detail) {
        ApiServers.Found.Down down = call == null ? null : call.behind(reason);
        if (down == null) {
            end(reason, null, detail);
        } else {
            failCall(down);
        }
    }

    /** Ends without the target's answer: with ours, or, where it has begun, by cutting the connection. */
    private void end(ReasonCode reason, @Nullable String hint, @Nullable String detail) {
        release();
        if (response.status() != 0) {
            cutClient(reason, detail);
        } else {
            Answering.failed(
                    client, head, draft, upload.body(), worker.gate().path().failed(draft, reason, hint), detail);
        }
    }

    private void cutClient(ReasonCode reason, @Nullable String detail) {
        worker.append(record.last(reason, response.status(), upload.bytes(), response.bytes(), detail));
        client.become(new Lingering(client));
        Channels.close(client.channel());
    }

    private void ended() {
        worker.ended(this);
        meter.read(upload.bytes() + response.bytes());
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
    void sweep(long nowNanos) {
        meter.read(upload.bytes() + response.bytes());
        if (call != null && call.isLost()) {
            ServerCall.Loss loss = call.settled(nowNanos);
            if (loss != null) {
                fail(loss.reason(), loss.detail());
            }
            return;
        }
        long moved = upload.bytes() + response.bytes() + response.status();
        if (moved != movedAtSweep) {
            movedAtSweep = moved;
            timer.restart();
        }
        UpstreamLimits limits = worker.limits().upstream();
        if (upstream == null) {
            if (timer.hasPassed(limits.dialTimeout().toNanos(), nowNanos)) {
                fail(ReasonCode.CONNECT_TIMEOUT, "no connection within " + limits.dialTimeout());
            }
        } else if (upload.isEnded() && response.status() == 0) {
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
