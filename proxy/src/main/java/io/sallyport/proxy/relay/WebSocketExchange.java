package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sallyport.decision.body.GraphqlSubprotocol;
import io.sallyport.model.MessageReading;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.answer.Refusal;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.proxy.credentials.ContentFilling;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.enforce.AuditDraft;
import io.sallyport.proxy.enforce.MessageVerdict;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.listener.WebSocketLimits;
import io.sallyport.proxy.relay.channel.ByteMeter;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.channel.MovementTimer;
import io.sallyport.proxy.relay.message.CredentialHop;
import io.sallyport.proxy.relay.message.HeadWriter;
import io.sallyport.proxy.relay.message.LastHop;
import io.sallyport.proxy.relay.traffic.OpenTraffic;
import io.sallyport.proxy.relay.upstream.UpstreamConnection;
import io.sallyport.proxy.relay.upstream.UpstreamUser;
import io.sallyport.proxy.relay.websocket.CloseCode;
import io.sallyport.proxy.relay.websocket.ControlFrame;
import io.sallyport.proxy.relay.websocket.FrameFault;
import io.sallyport.proxy.relay.websocket.FrameRelay;
import io.sallyport.proxy.relay.websocket.HeldMessage;
import io.sallyport.proxy.relay.websocket.MessageJudge;
import io.sallyport.proxy.relay.websocket.TextFrame;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket that the target has agreed to: its 101 goes out once the record stands, then frames pass both ways, each
 * side no faster than the other reads. Whatever ends it is told to both sides in a close frame. Confined to its event
 * loop.
 */
final class WebSocketExchange extends ClientState implements OpenTraffic, UpstreamUser {
    /** How long a client may take for its own close frame, counted by sweeps. */
    private static final long CLOSING_NANOS = 1_000_000_000L;

    private final ClientConnection client;
    private final Worker worker;
    private final RequestHead head;
    private final AuditDraft draft;
    private final AllowedRequest passage;
    private final @Nullable LastHop hop;
    private final UpstreamConnection upstream;
    private final ResponseHead answer;
    private final FrameRelay sent;
    private final FrameRelay received;
    private final ByteMeter meter;
    private final MovementTimer timer = new MovementTimer();
    private @Nullable ByteBuf early;
    private final @Nullable GraphqlSubprotocol graphql;
    private boolean untaken; // of what the client was told
    private boolean open;
    private boolean ended;

    WebSocketExchange(
            ClientConnection client,
            RequestHead head,
            AuditDraft draft,
            AllowedRequest passage,
            @Nullable LastHop hop,
            UpstreamConnection upstream,
            ResponseHead answer) {
        this.client = client;
        this.worker = client.worker();
        this.head = head;
        this.draft = draft;
        this.passage = passage;
        this.hop = hop;
        this.upstream = upstream;
        this.answer = answer;
        this.meter = new ByteMeter(passage, worker.gate().meter());
        this.graphql = GraphqlSubprotocol.of(answer.fields().first("Sec-WebSocket-Protocol"));
        WebSocketLimits limits = worker.limits().webSocket();
        this.sent = new FrameRelay(true, limits, worker.gate().nanoClock(), held(true, limits), null);
        this.received = new FrameRelay(
                false, limits, worker.gate().nanoClock(), held(false, limits), hop == null ? null : hop.redaction());
    }

    private @Nullable HeldMessage held(boolean sends, WebSocketLimits limits) {
        MessageReading reading = passage.obligations().messages();
        ContentFilling filling = sends ? filling(limits) : null;
        return reading == MessageReading.UNREAD && filling == null
                ? null
                : new HeldMessage(
                        reading == MessageReading.UNREAD ? MessageJudge.NONE : new MessagesOfOneSide(sends),
                        passage.sandbox().admission().buffers(),
                        limits.maxJudgedBytes(),
                        reading == MessageReading.JUDGED || filling != null,
                        filling);
    }

    /** For messages of the sandbox, with the values that its handshake had; null where they have none. */
    private @Nullable ContentFilling filling(WebSocketLimits limits) {
        return hop instanceof CredentialHop ours && ours.scope().fillsContent()
                ? new ContentFilling(ours.scope(), limits.maxJudgedBytes(), ReasonCode.MESSAGE_TOO_LARGE)
                : null;
    }

    /** The messages of one side, each asked of the policies in force. */
    private final class MessagesOfOneSide implements MessageJudge {
        private final boolean sends;

        MessagesOfOneSide(boolean sends) {
            this.sends = sends;
        }

        @Override
        public MessageVerdict judge(@Nullable String content, boolean isText) {
            var message = new WebSocketMessage(sends, isText ? content : null, isText || !sends ? null : content);
            MessageVerdict verdict = worker.gate().path().ongoing().judge(draft, passage, message, graphql);
            if (verdict instanceof MessageVerdict.Answered(String told)) {
                tell(told);
            }
            return verdict;
        }

        @Override
        public MessageVerdict tooLarge() {
            draft.reportedOfMessage(new Reported(List.of(), true));
            return MessageVerdict.PASSES; // only rules in report mode would have been asked
        }
    }

    /**
     * Tells the client something between two messages of the target, which are whole where messages are judged. A
     * client that does not read what it is told is not read either.
     */
    private void tell(String text) {
        Channel to = client.channel();
        client.outflow().fit();
        Channels.write(to, TextFrame.forClient(to.alloc(), text));
        untaken = !to.isWritable();
    }

    /** @param rest what the target has said behind its 101, which this takes over */
    void start(ByteBuf rest) {
        early = rest;
        client.become(this);
        worker.began(this);
        upstream.serve(this);
        upstream.channel().config().setAutoRead(false);
        worker.append(worker.record(draft, ReasonCode.GRANTED, answer.status(), -1, -1, null), this::recorded);
    }

    private void recorded(boolean inSink) {
        if (client.state() != this || ended) {
            return;
        }
        if (!inSink) {
            release();
            Refusal refusal = worker.gate().path().failed(draft, ReasonCode.AUDIT_UNAVAILABLE, null);
            Answering.failed(client, head, draft, BodyReader.of(Framing.NONE), refusal, null);
            return;
        }
        open = true;
        Channels.write(
                client.channel(),
                HeadWriter.switching(client.channel().alloc(), answer, hop == null ? null : hop.redaction()));
        ByteBuf first = early;
        early = null;
        if (first != null) {
            upstreamRead(first);
            first.release();
        }
        client.outflow().flush();
        writable();
        client.resume();
    }

    private void release() {
        ended = true;
        worker.ended(this);
        meter.read(passed());
        sent.release();
        received.release();
        ByteBuf first = early;
        early = null;
        if (first != null) {
            first.release();
        }
        if (!open) {
            upstream.close();
        }
    }

    @Override
    boolean takes() {
        return ended || (open && upstream.channel().isWritable() && !untaken);
    }

    @Override
    void read(ByteBuf in) {
        if (ended) {
            sent.read(in, null);
            closeIfAnswered();
            return;
        }
        upstream.outflow().fit();
        sent.read(in, upstream.channel());
        settle(sent);
    }

    @Override
    void readComplete() {
        if (!ended) {
            upstream.outflow().flush();
            client.outflow().flush();
        }
    }

    @Override
    public void upstreamRead(ByteBuf in) {
        if (ended) {
            return;
        }
        client.outflow().fit();
        received.read(in, client.channel());
        settle(received);
        if (!client.channel().isWritable()) {
            client.outflow().flush();
            upstream.channel().config().setAutoRead(client.channel().isWritable());
        }
    }

    @Override
    public void upstreamMalformed(String why) {
        throw new IllegalStateException("only a stream of HTTP/2 says so"); // and no WebSocket is asked for on one
    }

    private void settle(FrameRelay side) {
        FrameFault fault = side.fault();
        if (fault != null) {
            end(fault.reason(), fault.code(), fault.why());
        } else if (sent.isClosed() && received.isClosed()) {
            end(ReasonCode.GRANTED, CloseCode.GOING_AWAY, null);
        }
    }

    /** Tells each side that has not closed, records the end, and waits a moment for the client's own close frame. */
    private void end(ReasonCode reason, CloseCode code, @Nullable String why) {
        String counted =
                "sent " + sent.messages() + " messages, received " + received.messages() + reported() + closed();
        release();
        worker.append(worker.end(
                draft, reason, sent.bytes(), received.bytes(), why == null ? counted : why + "; " + counted));
        Channel to = client.channel();
        if (!received.isClosed()) {
            Channels.write(to, ControlFrame.closeForClient(to.alloc(), code, told(reason, why)));
        }
        client.outflow().flush();
        closeTarget(code);
        timer.restart();
        if (reason == ReasonCode.SHUTTING_DOWN || !to.isActive()) {
            Channels.closeAfterWrites(to);
        } else {
            closeIfAnswered();
            client.resume();
        }
    }

    private String reported() {
        long messages = draft.reportedMessages();
        return messages == 0 ? "" : "; rules in report mode would have refused " + messages;
    }

    private String closed() {
        if (!sent.isClosed() && !received.isClosed()) {
            return "";
        }
        boolean byClient = sent.isClosed();
        return "; closed by the " + (byClient ? "client" : "target") + " with "
                + (byClient ? sent.closeCode() : received.closeCode());
    }

    private String told(ReasonCode reason, @Nullable String why) {
        return "sallyport: " + reason.word() + ": " + draft.auditId() + ": " + (why == null ? reason.message() : why);
    }

    private void closeTarget(CloseCode code) {
        Channel target = upstream.channel();
        if (!sent.isClosed()) {
            Channels.write(target, ControlFrame.closeForTarget(target.alloc(), code));
        }
        Channels.closeAfterWrites(target);
    }

    private void closeIfAnswered() {
        if ((sent.isClosed() || sent.fault() != null) && client.state() == this) {
            client.linger();
        }
    }

    @Override
    public void upstreamReadComplete() {
        if (open && !ended) {
            client.outflow().flush();
        }
    }

    @Override
    public void upstreamWritable() {
        client.resume();
    }

    @Override
    void writable() {
        if (open && !ended && client.channel().isWritable()) {
            upstream.channel().config().setAutoRead(true);
            if (untaken) {
                untaken = false;
                client.resume();
            }
        }
    }

    @Override
    public void upstreamClosed(boolean whole) {
        boolean orderly = received.isClosed();
        finish(orderly ? ReasonCode.GRANTED : ReasonCode.UPSTREAM_CLOSED, orderly ? null : "without a close frame");
    }

    @Override
    void inputEnded() {
        if (ended) {
            client.linger();
        } else {
            boolean orderly = sent.isClosed();
            finish(orderly ? ReasonCode.GRANTED : ReasonCode.CLIENT_CLOSED, orderly ? null : "without a close frame");
        }
    }

    @Override
    void gone() {
        inputEnded();
    }

    private void finish(ReasonCode reason, @Nullable String why) {
        if (ended) {
            return;
        }
        if (open) {
            end(reason, CloseCode.of(reason), why);
        } else {
            release();
            worker.append(worker.end(draft, reason, 0, 0, "before the WebSocket began"));
            client.become(new LingeringClose(client));
            Channels.close(client.channel());
        }
    }

    /** A client that was told has its second to answer, unless nobody sweeps any more. */
    @Override
    public void cut(ReasonCode reason) {
        if (ended && reason == ReasonCode.SHUTTING_DOWN) {
            Channels.close(client.channel());
        }
        finish(reason, null);
    }

    @Override
    void sweep(long nowNanos) {
        if (ended) {
            if (timer.hasPassed(CLOSING_NANOS, nowNanos)) {
                Channels.close(client.channel());
            }
            return;
        }
        meter.read(passed());
        timer.see(moved());
        if (timer.hasPassed(worker.limits().connections().idleTimeout().toNanos(), nowNanos)) {
            cut(ReasonCode.IDLE_TIMEOUT);
        }
    }

    @Override
    boolean isQuiet(long quietNanos, long nowNanos) {
        return timer.hasStood(moved(), quietNanos, nowNanos);
    }

    private long passed() {
        return sent.bytes() + received.bytes();
    }

    @Override
    long moved() {
        return passed() + sent.frames() + received.frames();
    }

    @Override
    public AllowedRequest passage() {
        return passage;
    }

    @Override
    public boolean isTunnel() {
        return true;
    }
}
