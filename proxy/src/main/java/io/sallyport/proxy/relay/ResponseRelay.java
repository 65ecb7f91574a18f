package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.listener.ViaName;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.listing.FilteredAnswer;
import io.sallyport.proxy.relay.message.AnswerFraming;
import io.sallyport.proxy.relay.message.BodyWriter;
import io.sallyport.proxy.relay.message.ExchangeFailure;
import io.sallyport.proxy.relay.message.HalfCloseProbe;
import io.sallyport.proxy.relay.message.HeadWriter;
import io.sallyport.proxy.relay.websocket.SwitchingAnswer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one target's answer strictly and writes it to the client, framed anew; it flushes nothing. Confined to its
 * event loop.
 */
final class ResponseRelay {
    private final RequestHead request;
    private final boolean isHandshake;
    private final Channel client;
    private final HeadReader<ResponseHead> heads;
    private final int maxInterim;
    private final ViaName via;
    private final FilteredAnswer filtered = new FilteredAnswer();
    private int interims;
    private @Nullable ResponseHead head;
    private @Nullable BodyReader body;
    private BodyWriter writer = BodyWriter.PLAIN;
    private @Nullable ResponseHead switching;
    private @Nullable String fault;
    private boolean close;
    private @Nullable Redaction redaction;
    private @Nullable ResponseHead unread; // whose body the filter reads as a whole
    private boolean endedByConnection;
    private boolean http2;
    private boolean begun;
    private boolean stream;
    private long bytes;

    /** @param isHandshake whether the request opens a WebSocket */
    ResponseRelay(
            RequestHead request, boolean isHandshake, Channel client, ProxyLimits limits, byte[] scratch, ViaName via) {
        this.isHandshake = isHandshake;
        this.via = via;
        this.request = request;
        this.client = client;
        this.heads = HeadReader.ofResponses(limits.response(), scratch);
        this.maxInterim = limits.upstream().maxInterim();
    }

    /** Says that it comes over HTTP/2, whose messages are read in the form of HTTP/1.1. */
    void comesOverHttp2(boolean does) {
        http2 = does;
    }

    /** Lets nothing through of what that is to hide; to be said before the first byte is read. */
    void redact(@Nullable Redaction hidden) {
        redaction = hidden;
    }

    /** How it is filtered; changed before the first byte is read. */
    FilteredAnswer filtered() {
        return filtered;
    }

    /**
     * Takes what belongs to the answer out of {@code in}.
     *
     * @param closing whether the client's connection ends after this answer, should its head be written now
     */
    void read(ByteBuf in, boolean closing) {
        begun |= in.isReadable();
        while (in.isReadable() && fault == null && !hasCome() && switching == null) {
            BodyReader reader = body;
            if (reader == null) {
                readHead(in, closing);
            } else {
                readBody(in, reader);
            }
        }
        showFiltered();
    }

    private void readHead(ByteBuf in, boolean closing) {
        switch (heads.read(in)) {
            case HeadResult.Incomplete<ResponseHead> _ -> {}
            case HeadResult.Malformed<ResponseHead>(ReasonCode _, String why) -> fault = why;
            case HeadResult.Complete<ResponseHead>(ResponseHead next) -> {
                refuse(next, in);
                if (fault == null && next.isInterim()) {
                    interim(next);
                } else if (fault == null) {
                    begin(next, closing);
                }
            }
        }
    }

    /** While nothing of the answer has been sent on, what has come with its head is looked at as well. */
    private void refuse(ResponseHead next, ByteBuf in) {
        Redaction hiding = redaction;
        if (hiding != null && (hiding.refusedIn(next.fields()) != null || hiding.refusedIn(in) != null)) {
            fault = refusal();
        }
    }

    /** Why nothing more of the answer is sent on, where a secret was found that refuses it; else null. */
    private @Nullable String refusal() {
        Redaction hiding = redaction;
        String name = hiding == null ? null : hiding.refusedAs();
        return name == null ? null : "the secret of " + name + " came back";
    }

    private void interim(ResponseHead next) {
        if (next.status() == 101) {
            switchTo(next);
        } else if (++interims > maxInterim) {
            fault = "more than " + maxInterim + " interim answers";
        } else if (request.minorVersion() == 1 && (next.status() != 100 || request.expectsContinue())) {
            Channels.write(client, HeadWriter.interim(client.alloc(), next, redaction));
        }
    }

    private void switchTo(ResponseHead next) {
        fault = isHandshake ? SwitchingAnswer.fault(request, next) : "101 to a request without Upgrade";
        switching = fault == null ? next : null;
    }

    private void begin(ResponseHead next, boolean closing) {
        Framing framing = Framing.ofResponse(request.method(), next.status(), next.fields(), next.minorVersion());
        if (framing instanceof Framing.Unclear(String why)) {
            fault = why;
            return;
        }
        if (next.status() == 407) {
            fault = "407 from a target: only the gateway asks for proxy credentials";
            return;
        }
        if (redaction != null && next.fields().count("Content-Encoding") > 0) {
            fault = "the answer has a content coding, and was to have none";
            return;
        }
        body = BodyReader.of(framing);
        if (filtered.isOf(next) && !body.isEnded()) {
            beginFiltered(next, closing);
        } else if (filtered.mayListIn(next) && !body.isEnded()) {
            write(next, AnswerFraming.sent(Framing.CHUNKED, request), null, closing);
        } else {
            filtered.passAll();
            String bareLength = AnswerFraming.bareLength(framing, request, next);
            write(next, AnswerFraming.sent(framing, request), bareLength, closing);
        }
        endIfComplete(body);
    }

    private void beginFiltered(ResponseHead next, boolean closing) {
        filtered.begin(next);
        fault = filtered.fault();
        if (filtered.isStream() && fault == null) {
            write(next, AnswerFraming.sent(Framing.CHUNKED, request), null, closing);
        } else {
            unread = next;
            close = closing;
        }
    }

    private void write(ResponseHead next, Framing sent, @Nullable String bareLength, boolean closing) {
        close = closing || sent instanceof Framing.UntilClose;
        writer = BodyWriter.of(sent);
        head = next;
        stream = next.isStream();
        Channels.write(
                client, HeadWriter.response(client.alloc(), next, sent, bareLength, close, redaction, via(next)));
    }

    private String via(ResponseHead next) {
        return via.after(next.fields(), http2 ? "2" : "1." + next.minorVersion());
    }

    /** Writes what the filter has let through. */
    void showFiltered() {
        BodyReader reader = body;
        if (filtered.isShown() || reader == null) {
            return;
        }
        fault = fault == null ? filtered.fault() : fault;
        if (fault == null && (unread == null || filtered.isRead())) {
            showFiltered(reader);
        }
    }

    private void showFiltered(BodyReader reader) {
        ByteBuf piece = filtered.take();
        ResponseHead first = unread;
        if (first != null) {
            unread = null;
            write(first, new Framing.Length(piece.readableBytes()), null, close);
        }
        if (piece.isReadable()) {
            writer.content(client, piece);
        } else {
            piece.release();
        }
        if (filtered.isShown()) {
            writeEnd(reader);
        }
    }

    private void readBody(ByteBuf in, BodyReader reader) {
        ByteBuf piece = reader.read(in);
        if (piece != null) {
            bytes += piece.readableBytes();
            fault = filtered.see(piece, head);
            Redaction hiding = filtered.hidesSecrets() ? null : redaction;
            show(hiding == null ? piece : hiding.next(piece, client.alloc()));
        }
        fault = fault == null ? reader.fault() : fault;
        if (fault == null) {
            endIfComplete(reader);
        }
    }

    private void show(@Nullable ByteBuf piece) {
        fault = fault == null ? refusal() : fault;
        if (piece == null) {
            return;
        }
        if (fault != null) {
            piece.release();
        } else if (filtered.isFiltering()) {
            filtered.add(piece);
        } else {
            writer.content(client, piece);
        }
    }

    /** Says in a stream of events that is filtered why it ends here. */
    void explain(String why) {
        if (filtered.isStream() && head != null && !filtered.isShown()) {
            String text = "event: error\ndata: sallyport: " + why + "\n\n";
            writer.content(client, ByteBufUtil.writeUtf8(client.alloc(), text));
        }
    }

    private void endIfComplete(BodyReader reader) {
        if (reader.isEnded()) {
            end(reader);
        }
    }

    private void end(BodyReader reader) {
        Redaction hiding = redaction;
        if (hiding != null) {
            show(hiding.end(client.alloc()));
        }
        if (filtered.isFiltering()) {
            filtered.end();
        } else {
            writeEnd(reader);
        }
    }

    private void writeEnd(BodyReader reader) {
        Redaction hiding = redaction;
        HeaderFields trailers = hiding == null ? reader.trailers() : hiding.of(reader.trailers());
        fault = fault == null ? refusal() : fault;
        if (fault == null) {
            writer.end(client, trailers, Set.of());
        }
    }

    /** The target closed: true where that is how its answer ends. */
    boolean endsWithConnection() {
        BodyReader reader = body;
        if (reader == null || !reader.endsWithConnection()) {
            return false;
        }
        endedByConnection = true;
        end(reader);
        return true;
    }

    /** The 101 after which a WebSocket begins, which is not written yet; null where there is none. */
    @Nullable
    ResponseHead switching() {
        return switching;
    }

    /** Why the answer cannot be sent on, or null. */
    @Nullable
    ExchangeFailure failure() {
        boolean refused = fault != null && fault.equals(refusal());
        return fault == null
                ? null
                : new ExchangeFailure(refused ? ReasonCode.CREDENTIAL_IN_ANSWER : ReasonCode.UPSTREAM_MALFORMED, fault);
    }

    /** Whether all of it was written. */
    boolean isEnded() {
        return hasCome() && filtered.isShown();
    }

    /** Whether all of it was read. */
    boolean hasCome() {
        BodyReader reader = body;
        return endedByConnection || (reader != null && reader.isEnded());
    }

    /** Whether a part of it is being read for the policies: nothing more is to be read from the target. */
    boolean isJudged() {
        return filtered.isReading();
    }

    /** For operators: what of it was not sent on, or null. */
    @Nullable
    String removed() {
        int removed = filtered.removed();
        return removed == 0 ? null : removed + " entries of lists were removed";
    }

    /** How a client that sends nothing more can be asked whether it still reads. */
    HalfCloseProbe probe() {
        return head == null ? HalfCloseProbe.beforeAnswer(request) : HalfCloseProbe.insideBody(writer);
    }

    /** Whether the answer is of a kind that goes on until somebody ends it. */
    boolean isStream() {
        return stream;
    }

    /** Whether any byte of an answer has come. */
    boolean hasBegun() {
        return begun;
    }

    /** The status that the client sees, 0 while its head is not written. */
    int status() {
        ResponseHead sent = head;
        return sent == null ? 0 : sent.status();
    }

    /** The session of MCP that the answer names, once its head was written; null if it names none. */
    @Nullable
    String session() {
        ResponseHead sent = head;
        return sent == null ? null : sent.fields().first("Mcp-Session-Id");
    }

    /** Where a stream of HTTP with SSE says that messages are taken; null if it is none, or has not said so yet. */
    @Nullable
    String endpoint() {
        return filtered.endpoint();
    }

    /** Whether the client was told that its connection ends after this answer. */
    boolean isLast() {
        return close;
    }

    /** Whether the target will serve another request on its connection. */
    boolean keepsUpstream() {
        ResponseHead sent = head;
        return sent != null && sent.keepsConnection() && isEnded();
    }

    /** Bytes of body so far. */
    long bytes() {
        return bytes;
    }
}
