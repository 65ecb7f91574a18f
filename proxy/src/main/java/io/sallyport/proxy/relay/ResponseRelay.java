package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.enforce.ViaName;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeadReader;
import io.sallyport.proxy.listener.HeadResult;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.message.BodyWriter;
import io.sallyport.proxy.relay.message.HeadWriter;
import io.sallyport.proxy.relay.websocket.SwitchingAnswer;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one target's answer strictly and writes it to the client, framed anew; it flushes nothing. Confined to its
 * event loop.
 */
final class ResponseRelay {
    private static final List<String> STREAMS =
            List.of("text/event-stream", "multipart/x-mixed-replace", "application/x-ndjson");

    private final RequestHead request;
    private final boolean isHandshake;
    private final Channel client;
    private final HeadReader<ResponseHead> heads;
    private final int maxInterim;
    private final ViaName via;
    private int interims;
    private @Nullable ResponseHead head;
    private @Nullable BodyReader body;
    private BodyWriter writer = BodyWriter.PLAIN;
    private @Nullable ResponseHead switching;
    private @Nullable String fault;
    private boolean close;
    private @Nullable Redaction redaction;
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

    /** Lets nothing through of what that is to hide; to be said before the first byte is read. */
    void redact(Redaction hidden) {
        redaction = hidden;
    }

    /**
     * Takes what belongs to the answer out of {@code in}.
     *
     * @param closing whether the client's connection ends after this answer, should its head be written now
     */
    void read(ByteBuf in, boolean closing) {
        begun |= in.isReadable();
        while (in.isReadable() && fault == null && !isEnded() && switching == null) {
            BodyReader reader = body;
            if (reader == null) {
                readHead(in, closing);
            } else {
                readBody(in, reader);
            }
        }
    }

    private void readHead(ByteBuf in, boolean closing) {
        switch (heads.read(in)) {
            case HeadResult.Incomplete<ResponseHead> _ -> {}
            case HeadResult.Malformed<ResponseHead>(ReasonCode _, String why) -> fault = why;
            case HeadResult.Complete<ResponseHead>(ResponseHead next) -> {
                if (next.isInterim()) {
                    interim(next);
                } else {
                    begin(next, closing);
                }
            }
        }
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
        Framing sent = sentAs(framing);
        close = closing || sent instanceof Framing.UntilClose;
        writer = BodyWriter.of(sent);
        body = BodyReader.of(framing);
        head = next;
        stream = saysItStreams(next);
        Channels.write(
                client,
                HeadWriter.response(client.alloc(), next, sent, bareLength(next, framing), close, redaction, via));
        endIfComplete(body);
    }

    /** A body without a known length is chunked for HTTP/1.1, and ended by the connection for HTTP/1.0. */
    private Framing sentAs(Framing framing) {
        boolean unknown = framing instanceof Framing.Chunked || framing instanceof Framing.UntilClose;
        if (!unknown) {
            return framing;
        }
        return request.minorVersion() == 1 ? Framing.CHUNKED : Framing.UNTIL_CLOSE;
    }

    /** What a HEAD or a 304 says of the length that it does not send. */
    private @Nullable String bareLength(ResponseHead next, Framing framing) {
        boolean says = request.method().equals("HEAD") || next.status() == 304;
        return framing instanceof Framing.None && says && next.status() != 204
                ? next.fields().first("Content-Length")
                : null;
    }

    private void readBody(ByteBuf in, BodyReader reader) {
        ByteBuf piece = reader.read(in);
        if (piece != null) {
            bytes += piece.readableBytes();
            show(redaction == null ? piece : redaction.next(piece, client.alloc()));
        }
        fault = reader.fault();
        endIfComplete(reader);
    }

    private void show(@Nullable ByteBuf piece) {
        if (piece != null) {
            writer.content(client, piece);
        }
    }

    private void endIfComplete(BodyReader reader) {
        if (reader.isEnded()) {
            end(reader);
        }
    }

    private void end(BodyReader reader) {
        Redaction hiding = redaction;
        if (hiding == null) {
            writer.end(client, reader.trailers(), Set.of());
        } else {
            show(hiding.end(client.alloc()));
            writer.end(client, hiding.of(reader.trailers()), Set.of());
        }
    }

    /** The target closed: true where that is how its answer ends. */
    boolean endsWithConnection() {
        BodyReader reader = body;
        if (reader == null || !reader.endsWithConnection()) {
            return false;
        }
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
    String fault() {
        return fault;
    }

    boolean isEnded() {
        BodyReader reader = body;
        return reader != null && reader.isEnded();
    }

    /** How a client that sends nothing more can be asked whether it still reads. */
    HalfCloseProbe probe() {
        return head == null ? HalfCloseProbe.beforeAnswer(request) : HalfCloseProbe.insideBody(writer);
    }

    /** Whether the answer is of a kind that goes on until somebody ends it. */
    boolean isStream() {
        return stream;
    }

    private static boolean saysItStreams(ResponseHead next) {
        String type = next.fields().first("Content-Type");
        return type != null
                && STREAMS.stream().anyMatch(known -> type.regionMatches(true, 0, known, 0, known.length()));
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
