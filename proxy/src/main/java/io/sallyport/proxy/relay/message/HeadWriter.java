package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.credentials.FilledHead;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.listener.ResponseHead;
import io.sallyport.proxy.listener.ViaName;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the heads that are sent on: start line, target and framing are ours, the rest is filtered. */
public final class HeadWriter {
    private static final int USUAL_HEAD_BYTES = 768;

    private static final Set<String> CODINGS = Set.of("accept-encoding");

    private HeadWriter() {}

    /** The request as it was judged; {@code hop} says what is ours on it, or null. */
    public static ByteBuf request(
            ByteBufAllocator alloc, RequestHead head, AllowedRequest passage, @Nullable LastHop hop, ViaName via) {
        CanonicalRequest request = passage.request();
        ByteBuf out = alloc.buffer(USUAL_HEAD_BYTES);
        ByteBufUtil.writeAscii(out, head.method());
        out.writeByte(' ');
        FilledHead filled = hop == null ? null : hop.filled();
        if (filled == null) {
            target(out, request);
        } else {
            ByteBufUtil.writeAscii(out, filled.target());
        }
        ByteBufUtil.writeAscii(out, " HTTP/1.1\r\nHost: ");
        ByteBufUtil.writeAscii(out, request.authority());
        ByteBufUtil.writeAscii(out, "\r\n");
        HeaderFields fields = filled == null ? head.fields() : filled.head().fields();
        switch (hop) {
            case null -> FieldFilter.request(out, fields, withheld(passage, readsAnswer(passage, null), false));
            case ServerHop server -> {
                FieldFilter.apiCall(out, fields, withheld(passage, false, false));
                server.write(out);
            }
            case CredentialHop credentialed -> fields(out, credentialed.fields());
        }
        if (readsAnswer(passage, hop)) {
            FieldFilter.write(out, "Accept-Encoding", "identity");
        }
        framing(out, framing(head, hop));
        if (request.scheme().isWebSocket()) {
            upgrade(out);
        }
        end(out, via.after(head.fields(), head.receivedIn()));
        return out;
    }

    /** With the length of a body that was held, where the client has said one. */
    private static Framing framing(RequestHead head, @Nullable LastHop hop) {
        RequestBody body = heldBody(hop);
        return body != null && body.isWhole() && head.framing() instanceof Framing.Length
                ? new Framing.Length(body.bytes().length)
                : head.framing();
    }

    private static @Nullable RequestBody heldBody(@Nullable LastHop hop) {
        return hop instanceof CredentialHop ours ? ours.body() : null;
    }

    /** What is redacted, what asks to be told to send a body that is there, and codings of an answer that is read. */
    static Set<String> withheld(AllowedRequest passage, boolean reads, boolean isHeld) {
        Set<String> redact = passage.obligations().redact();
        boolean hasBody = passage.isJudgedByBody() || isHeld;
        if (!hasBody && (!reads || redact.isEmpty())) {
            return reads ? CODINGS : redact;
        }
        Set<String> all = new HashSet<>(redact);
        if (hasBody) {
            all.add("expect");
        }
        if (reads) {
            all.add("accept-encoding");
        }
        return all;
    }

    /** Whether the answer is looked through, as far as it is not that of an API server. */
    private static boolean readsAnswer(AllowedRequest passage, @Nullable LastHop hop) {
        return hop instanceof CredentialHop ours
                ? CredentialHop.readsAnswer(ours.filled(), ours.scope(), passage)
                : hop == null && !passage.lists().isEmpty();
    }

    private static void upgrade(ByteBuf out) {
        ByteBufUtil.writeAscii(out, "Connection: Upgrade\r\nUpgrade: websocket\r\n");
    }

    private static void target(ByteBuf out, CanonicalRequest request) {
        CanonicalPath path = request.path();
        ByteBufUtil.writeAscii(out, path == null ? "/" : path.text());
        String query = request.query().text();
        if (query != null) {
            out.writeByte('?');
            ByteBufUtil.writeAscii(out, query);
        }
    }

    /**
     * A final answer.
     *
     * @param framing as it is sent back
     * @param bareLength the Content-Length of an answer that has no body, or null
     * @param redaction what must not stand in its fields, or null
     * @param via the value of that field, with this gateway in it
     */
    public static ByteBuf response(
            ByteBufAllocator alloc,
            ResponseHead head,
            Framing framing,
            @Nullable String bareLength,
            boolean close,
            @Nullable Redaction redaction,
            String via) {
        ByteBuf out = statusLine(alloc, head);
        FieldFilter.response(out, head.fields(), redaction);
        framing(out, framing);
        if (bareLength != null) {
            FieldFilter.write(out, "Content-Length", bareLength);
        }
        if (close) {
            ByteBufUtil.writeAscii(out, "Connection: close\r\n");
        }
        end(out, via);
        return out;
    }

    /** An answer before the final one. */
    public static ByteBuf interim(ByteBufAllocator alloc, ResponseHead head, @Nullable Redaction redaction) {
        ByteBuf out = statusLine(alloc, head);
        FieldFilter.response(out, head.fields(), redaction);
        ByteBufUtil.writeAscii(out, "\r\n");
        return out;
    }

    /** The answer with which a WebSocket begins. */
    public static ByteBuf switching(ByteBufAllocator alloc, ResponseHead head, @Nullable Redaction redaction) {
        ByteBuf out = statusLine(alloc, head);
        FieldFilter.response(out, head.fields(), redaction);
        upgrade(out);
        ByteBufUtil.writeAscii(out, "\r\n");
        return out;
    }

    /** Fields that were read and are checked, one line each. */
    public static void fields(ByteBuf out, HeaderFields fields) {
        for (int i = 0; i < fields.size(); i++) {
            FieldFilter.write(out, fields.name(i), fields.value(i));
        }
    }

    private static ByteBuf statusLine(ByteBufAllocator alloc, ResponseHead head) {
        ByteBuf out = alloc.buffer(USUAL_HEAD_BYTES);
        ByteBufUtil.writeAscii(out, "HTTP/1.1 ");
        ByteBufUtil.writeAscii(out, Integer.toString(head.status()));
        out.writeByte(' ');
        ByteBufUtil.writeAscii(out, StatusText.of(head.status()));
        ByteBufUtil.writeAscii(out, "\r\n");
        return out;
    }

    private static void framing(ByteBuf out, Framing framing) {
        switch (framing) {
            case Framing.None _, Framing.UntilClose _, Framing.Unclear _ -> {}
            case Framing.Length(long bytes) -> FieldFilter.write(out, "Content-Length", Long.toString(bytes));
            case Framing.Chunked _ -> ByteBufUtil.writeAscii(out, "Transfer-Encoding: chunked\r\n");
        }
    }

    private static void end(ByteBuf out, String via) {
        ByteBufUtil.writeAscii(out, "Via: ");
        ByteBufUtil.writeAscii(out, via);
        ByteBufUtil.writeAscii(out, "\r\n\r\n");
    }
}
