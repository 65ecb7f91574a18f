package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.RequestSource;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.SweepTimer;
import io.sallyport.proxy.relay.message.AwaitedResult;
import io.sallyport.proxy.relay.message.ExchangeFailure;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import io.sallyport.proxy.telemetry.ConnectionTimes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A CONNECT on its way: the target is dialled, unless the tunnel is inspected, then the record is written, then the 200
 * goes out and the client is heard. Bytes that it sends early wait, one read of them. A tunnel for anything (tcp)
 * begins at once, with whatever comes from either side. One to the gateway itself is never dialled. Confined to its
 * event loop.
 */
final class TunnelOpening extends ClientState {
    private final ClientConnection client;
    private final RequestHead head;
    private final AuditDraft draft;
    private final AllowedRequest passage;
    private final TunnelEnd upstreamEnd = new TunnelEnd();
    private final SweepTimer timer = new SweepTimer();
    private final ConnectionTimes times;
    private Dialer.@Nullable Dial dial;
    private @Nullable Channel upstream;
    private boolean recording;

    TunnelOpening(ClientConnection client, RequestHead head, Action.Tunnel tunnel) {
        this.client = client;
        this.head = head;
        this.draft = tunnel.draft();
        this.passage = tunnel.passage();
        this.times = client.worker().gate().times(draft);
    }

    void start() {
        client.become(this);
        if (passage.isOwn() || passage.isInspected()) {
            record();
        } else {
            dial();
        }
    }

    private void dial() {
        Worker worker = client.worker();
        times.dials();
        String via = worker.via().after(head.fields(), head.receivedIn());
        Dialer.Dial begun = worker.dial(passage, via, upstreamEnd, this::dialled);
        if (upstream == null && client.state() == this) {
            dial = begun;
        }
    }

    private void dialled(DialOutcome outcome) {
        dial = null;
        times.dialled();
        switch (outcome) {
            case DialOutcome.Connected(Channel channel, var address) -> {
                upstream = channel;
                draft.dialled(address);
                switch (client.worker().gate().path().ongoing().review(passage)) {
                    case Verdict.Pass _ -> record();
                    case Verdict.Refuse changed -> {
                        Channels.close(channel);
                        refuse(changed.reason(), "while the target was dialled");
                    }
                }
            }
            case DialOutcome.Failed(ReasonCode reason, String detail, var address) -> {
                draft.dialled(address);
                refuse(reason, detail);
            }
        }
    }

    private void record() {
        recording = true;
        Worker worker = client.worker();
        ReasonCode reason = passage.isOwn() ? ReasonCode.GATEWAY_OWN : ReasonCode.GRANTED;
        worker.append(worker.record(draft, reason, 200, -1, -1, null), this::recorded);
    }

    private void recorded(boolean inSink) {
        if (client.state() != this) {
            return;
        }
        if (inSink) {
            times.goesOn();
            begin(new OpenTunnel(client.worker(), draft, passage));
        } else {
            Channels.close(upstream);
            refuse(ReasonCode.AUDIT_UNAVAILABLE, null);
        }
    }

    private void begin(OpenTunnel tunnel) {
        if (passage.isOwn()) {
            Channels.writeAndFlush(client.channel(), client.replyForm().established());
            client.enter(tunnel, new RequestSource.InTunnel(passage, Scheme.HTTP, client.peer()));
            return;
        }
        Channel open = upstream;
        if (open == null || !passage.isByTcp()) {
            new AwaitingHello(client, tunnel, open, upstreamEnd).start();
            return;
        }
        // The target may be the one that speaks first, so nothing is waited for.
        Channel channel = client.channel();
        Channels.writeAndFlush(channel, client.replyForm().established());
        ByteBuf early = client.takeHeld();
        new Tunnel(client, tunnel, open, upstreamEnd).start(early == null ? Unpooled.EMPTY_BUFFER : early);
        if (client.hasInputEnded()) {
            channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        channel.config().setAutoRead(open.isWritable());
    }

    private void refuse(ReasonCode reason, @Nullable String detail) {
        var refusal = client.worker().gate().path().failed(draft, reason, null);
        Answering.failed(client, head, draft, BodyReader.of(Framing.NONE), refusal, detail);
    }

    @Override
    void inputEnded() {
        cut(ReasonCode.CLIENT_CLOSED);
    }

    /** Bytes that came early hide the end of the input; only what is for anything may mean a half by it. */
    @Override
    HalfCloseProbe probe() {
        return passage.isByTcp() ? HalfCloseProbe.NEEDLESS : HalfCloseProbe.IMPOSSIBLE;
    }

    @Override
    void gone() {
        cut(ReasonCode.CLIENT_CLOSED);
    }

    @Override
    void sweep(long nowNanos) {
        Duration most = AwaitedResult.CONNECTION.most(client.worker().limits());
        if (!recording && timer.hasPassed(most.toNanos(), nowNanos)) {
            ExchangeFailure missed = AwaitedResult.CONNECTION.missed(most);
            cancel();
            refuse(missed.reason(), missed.detail());
        }
    }

    @Override
    void cut(ReasonCode reason) {
        cancel();
        Worker worker = client.worker();
        Channels.close(upstream);
        if (recording) {
            worker.append(worker.end(draft, reason, 0, 0, "before the tunnel began"));
        } else {
            worker.append(worker.record(draft, reason, 0, -1, -1, null));
        }
        client.become(new LingeringClose(client));
        Channels.close(client.channel());
    }

    private void cancel() {
        Dialer.Dial begun = dial;
        dial = null;
        if (begun != null) {
            begun.cancel();
        }
    }
}
