package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.enforce.Action;
import io.sallyport.proxy.enforce.ConnectionPermit;
import io.sallyport.proxy.enforce.RequestSource;
import io.sallyport.proxy.identity.ClientCertificate;
import io.sallyport.proxy.identity.Peer;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.proxyprotocol.ProxyHeader;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.OutboundBuffer;
import io.sallyport.proxy.relay.message.ReplyForm;
import io.sallyport.transport.ReceiveBuffers;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a sandbox, or one stream of HTTP/2: carries its events to the state that it is in. One per channel;
 * confined to its loop. Buffers that are read are its {@link UnreadInput}'s.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    private final Worker worker;
    private final Channel channel;
    private final ClientConnection carrier;
    private final ConnectionPermit seat = new ConnectionPermit();
    private final HeadReader<RequestHead> heads;
    private final OutboundBuffer outflow;
    private final UnreadInput input;
    private final RequestDispatch requests;
    private RequestSource arrival;
    private @Nullable SandboxBuffers payer;
    private @Nullable OpenTunnel tunnel;
    private ClientState state;
    private @Nullable HalfClosed halfClosed;
    private ReplyForm replyForm = ReplyForm.HTTP;

    /** @param arrival of the requests that come first */
    ClientConnection(Worker worker, Channel channel, RequestSource arrival) {
        this(worker, channel, arrival, null);
    }

    private ClientConnection(
            Worker worker, Channel channel, RequestSource arrival, @Nullable ClientConnection carrier) {
        this.worker = worker;
        this.channel = channel;
        this.carrier = carrier == null ? this : carrier;
        this.arrival = arrival;
        this.outflow = new OutboundBuffer(channel);
        this.input = new UnreadInput(this, channel);
        this.heads = HeadReader.ofRequests(worker.limits().request(), worker.scratch());
        this.requests = new RequestDispatch(this);
        this.state = first(arrival);
    }

    private ClientState first(RequestSource source) {
        if (source instanceof RequestSource.OnListener(Peer peer) && peer.isForConnectOnly()) {
            replyForm = ReplyForm.SOCKS5_GREETING;
            return new AwaitingSocks(this);
        }
        if (source instanceof RequestSource.OnListener(Peer peer) && peer.destination() != null) {
            replyForm = ReplyForm.NOTHING;
            return new AwaitingFirstByte(this, peer.destination());
        }
        return new AwaitingHead(this);
    }

    /** One stream of this connection: its requests come from where this one's would. */
    ClientConnection onStream(Channel stream) {
        return new ClientConnection(worker, stream, arrival, this);
    }

    /** The connection that carries this stream; where this is a connection, itself. */
    ClientConnection carrier() {
        return carrier;
    }

    boolean isStream() {
        return carrier != this;
    }

    Worker worker() {
        return worker;
    }

    Channel channel() {
        return channel;
    }

    /** Under which it stands in its channel's pipeline. */
    String handlerName() {
        return channel.pipeline().context(this).name();
    }

    /** What waits for the client to read it. */
    OutboundBuffer outflow() {
        return outflow;
    }

    ConnectionPermit seat() {
        return seat;
    }

    HeadReader<RequestHead> heads() {
        return heads;
    }

    /** What becomes of the heads that are read here. */
    RequestDispatch requests() {
        return requests;
    }

    /** Where requests come from now. */
    RequestSource arrival() {
        return arrival;
    }

    ClientState state() {
        return state;
    }

    void become(ClientState next) {
        state = next;
    }

    /** How answers of ours are written. */
    ReplyForm replyForm() {
        return replyForm;
    }

    void replyIn(ReplyForm form) {
        replyForm = form;
    }

    /** From now on requests come through {@code opened}, whose end is recorded when the connection ends. */
    void enter(OpenTunnel opened, RequestSource.InTunnel inside) {
        tunnel = opened;
        arrival = inside;
        replyForm = ReplyForm.HTTP;
        requests.restart();
        become(new AwaitingHead(this));
        resume();
    }

    /** From now on streams of HTTP/2 come through {@code opened}, and requests on them. */
    void enterStreams(OpenTunnel opened, RequestSource.InTunnel inside) {
        tunnel = opened;
        arrival = inside;
        beginStreams();
    }

    private void beginStreams() {
        requests.leaveToStreams();
        new ClientSession(this).start();
    }

    /** Whether the connection alone says which sandbox this is. */
    boolean isNamed() {
        return arrival instanceof RequestSource.OnListener(Peer peer) && peer.isNamed();
    }

    /** The handshake of the listener's TLS is over: the client's certificate counts, and what ALPN has chosen. */
    void secured() {
        if (channel.pipeline().get(Channels.ENTRY) instanceof SslHandler tls) {
            ClientCertificate shown = ClientCertificate.of(tls.engine().getSession());
            arrival = new RequestSource.OnListener(peer().with(shown));
            if (Channels.choseHttp2(tls)) {
                beginStreams();
            }
        }
    }

    /** Records a connection on which nothing can be said, and ends it. */
    void unreadable(ReasonCode reason, @Nullable String detail) {
        recordBroken(reason, detail);
        Channels.close(channel);
    }

    private void recordBroken(ReasonCode reason, @Nullable String detail) {
        Action.Refuse refuse = worker.gate().path().malformed(reason, "outside of any request", arrival);
        worker.append(worker.record(refuse.draft(), reason, 0, 0, 0, detail));
    }

    private void proxied(ProxyHeader header) {
        switch (header) {
            case ProxyHeader.From(InetAddress source) -> arrival = new RequestSource.OnListener(peer().from(source));
            case ProxyHeader.Malformed(String why) -> unreadable(ReasonCode.MALFORMED_REQUEST, why);
            case ProxyHeader.OfPeer _, ProxyHeader.Incomplete _ -> {}
        }
    }

    /** Who has come, as far as is known before the first request. */
    Peer peer() {
        return arrival instanceof RequestSource.OnListener(Peer peer) ? peer : Peer.ANYBODY;
    }

    /** Whether nothing was asked yet, straight from the client. */
    boolean isNew() {
        return !requests.hasAsked() && arrival instanceof RequestSource.OnListener;
    }

    /** Whether requests come here in a tunnel, for the tunnel's target alone. */
    boolean isTunnelled() {
        return arrival instanceof RequestSource.InTunnel;
    }

    /** Ends at once, the tunnel and what runs in it, and records both. */
    void cut(ReasonCode reason) {
        endTunnel(reason);
        state.cut(reason);
    }

    /** Ends what must not outlive the sandbox whose place this has: a kept connection or an idle opened tunnel too. */
    void review() {
        Sandbox sandbox = seat.sandbox();
        if (sandbox != null && worker.gate().path().ongoing().standing(sandbox) instanceof Verdict.Refuse ended) {
            endTunnel(ended.reason());
            state.sandboxEnded(ended.reason());
        }
    }

    private void endTunnel(ReasonCode reason) {
        OpenTunnel opened = tunnel;
        if (opened != null) {
            opened.end(reason, null);
        }
    }

    /** Waits for the next request, and reads it where it has come already. */
    void awaitHead() {
        become(new AwaitingHead(this));
        if (worker.isDraining()) {
            linger();
        } else {
            resume();
        }
    }

    /**
     * An answer is written.
     *
     * @param last whether the connection ends after it
     * @param unread whether the client is still sending its request's body
     */
    void answered(boolean last, boolean unread) {
        if (last) {
            linger(unread);
        } else {
            awaitHead();
        }
    }

    /** Closes once what was written has gone. */
    void linger() {
        linger(false);
    }

    /**
     * Closes once what was written has gone.
     *
     * @param unread the client is still sending a body: it is not cut off
     */
    private void linger(boolean unread) {
        LingeringClose lingering = new LingeringClose(this, unread);
        become(lingering);
        lingering.start();
        resume();
    }

    /** What waits on this connection, both ways, is {@code payer}'s, whose reads follow what it has waiting. */
    void charge(@Nullable SandboxBuffers buffers) {
        if (buffers != null && buffers != outflow.payer()) {
            outflow.belongsTo(buffers);
            input.belongsTo(buffers);
            ReceiveBuffers.bound(channel, () -> buffers.level().readBytes());
            payer = buffers;
            carrier.payer = buffers;
        }
    }

    /** Those of the sandbox that a request here, or on a stream of this connection, was of last; null before one. */
    @Nullable
    SandboxBuffers payer() {
        return payer;
    }

    /** Reads on: the state takes bytes again, or another one does. */
    void resume() {
        if (input.isBeingTaken() || !channel.isActive()) {
            return;
        }
        input.giveHeld();
        if (!input.isHolding()) {
            if (hasInputEnded()) {
                state.inputEnded();
            }
            channel.config().setAutoRead(true);
        }
        state.readComplete();
    }

    /** What came too early for the state; the caller releases it. */
    @Nullable
    ByteBuf takeHeld() {
        return input.takeHeld();
    }

    /** Whether bytes have come that no state has taken yet. */
    boolean hasMore() {
        return input.hasMore();
    }

    boolean hasInputEnded() {
        return halfClosed != null;
    }

    /** Bytes, or the head that opens a stream. */
    @Override
    @SuppressWarnings("unchecked") // of heads, only those of requests are read here
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HeadResult<?> head) {
            streamBegins((HeadResult<RequestHead>) head);
        } else {
            input.add((ByteBuf) message);
        }
    }

    /** A stream serves one request, whose client hears of a refusal in its own words. */
    private void streamBegins(HeadResult<RequestHead> result) {
        if (result instanceof HeadResult.Complete<RequestHead>(RequestHead head)) {
            replyForm = head.isConnect() ? ReplyForm.HTTP : ReplyForm.ofStream(head);
        }
        requests.headRead(result);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        state.readComplete();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            state.handshaken(handshake);
        } else if (event instanceof ProxyHeader header) {
            proxied(header);
        } else if (event instanceof SslCloseCompletionEvent) {
            inputEnded(true);
        } else if (event instanceof ChannelInputShutdownEvent) {
            inputEnded(false);
        }
    }

    /** Over TLS both ends of the input come, that of TLS first. */
    private void inputEnded(boolean tookLeave) {
        if (halfClosed == null) {
            halfClosed = new HalfClosed(this, tookLeave);
        }
        if (!input.isHolding()) {
            state.inputEnded();
        }
    }

    /** Ends what has lasted too long, and asks a client that sends nothing more whether it is still there. */
    void sweep(long nowNanos) {
        state.sweep(nowNanos);
        HalfClosed asked = halfClosed;
        if (asked != null && channel.isActive()) {
            asked.sweep(nowNanos);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        outflow.settle();
        if (channel.isWritable()) {
            state.writable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        outflow.settle();
        input.drop();
        state.gone();
        endTunnel(ReasonCode.GRANTED);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        input.drop();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof Http2Exception broken) {
            broken(broken);
        } else if (Channels.isPeersFault(cause)) {
            state.cut(ReasonCode.CLIENT_CLOSED);
        } else {
            LOG.error("a client connection is cut by a fault of ours", cause);
            state.cut(ReasonCode.INTERNAL_ERROR);
        }
    }

    /** Frames that break the rules of HTTP/2 end their stream, or the connection with all that is on it. */
    private void broken(Http2Exception cause) {
        if (state instanceof ClientSession session) {
            ReasonCode reason = session.broken(cause);
            if (tunnel == null) {
                recordBroken(reason, null);
            }
            endTunnel(reason);
        } else {
            state.cut(ReasonCode.MALFORMED_REQUEST);
        }
    }
}
