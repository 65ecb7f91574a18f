package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.answer.Refusal;
import io.sallyport.proxy.enforce.Action;
import java.nio.charset.StandardCharsets;

/** Writes the gateway's own answers: JSON, typed so that nobody takes it for anything else, never stored. */
public final class AnswerWriter {
    private static final int HEAD_BYTES = 384;

    private AnswerWriter() {}

    /**
     * A refusal.
     *
     * @param bare the request was a HEAD: no body
     * @param close the connection ends after it
     * @param retryAfterSeconds said where above zero
     */
    public static ByteBuf refusal(
            ByteBufAllocator alloc, Refusal refusal, boolean bare, boolean close, int retryAfterSeconds) {
        String head = "HTTP/1.1 " + refusal.status() + " " + refusal.reasonPhrase() + "\r\nProxy-Status: "
                + refusal.proxyStatus() + "\r\n"
                + wanted(refusal)
                + retryAfter(retryAfterSeconds);
        return answer(alloc, head, "application/json", refusal.json(), bare, close);
    }

    /** A refusal in the words of a protocol over HTTP, which says itself what became of a call, whatever HTTP says. */
    static ByteBuf refusalOfCalls(ByteBufAllocator alloc, Refusal refusal, String type, byte[] body, boolean close) {
        String head = "HTTP/1.1 200 OK\r\nProxy-Status: " + refusal.proxyStatus() + "\r\n";
        return answer(alloc, head, type, body, false, close);
    }

    /** A refusal of the calls that a body holds in JSON. */
    public static ByteBuf refusalOfCalls(ByteBufAllocator alloc, Refusal refusal, String json, boolean close) {
        return refusalOfCalls(alloc, refusal, "application/json", json.getBytes(StandardCharsets.UTF_8), close);
    }

    /** Something else of ours, its status as {@link StatusText} knows it; {@code body} is its body in UTF-8. */
    public static ByteBuf own(
            ByteBufAllocator alloc, Action.AnswerOwn answer, byte[] body, boolean bare, boolean close) {
        String head = "HTTP/1.1 " + answer.status() + " " + StatusText.of(answer.status()) + "\r\n"
                + retryAfter(answer.answer().retryAfterSeconds());
        return answer(alloc, head, answer.answer().contentType(), body, bare, close);
    }

    /** The fields that a status has to have (RFC 9110 sections 15.5.8 and 15.5.22, RFC 6455 section 4.4). */
    private static String wanted(Refusal refusal) {
        return switch (refusal.status()) {
            case 407 -> "Proxy-Authenticate: Basic realm=\"sallyport\"\r\n";
            case 426 -> "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n";
            default -> "";
        };
    }

    private static String retryAfter(long seconds) {
        return seconds > 0 ? "Retry-After: " + seconds + "\r\n" : "";
    }

    /** One with fields of its own. */
    public static ByteBuf reply(ByteBufAllocator alloc, OwnReply.Whole reply, boolean bare, boolean close) {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        ByteBuf out = replyHead(alloc, reply, "Content-Length: " + body.length, close);
        if (!bare) {
            out.writeBytes(body);
        }
        return out;
    }

    /**
     * The head of one with fields of its own.
     *
     * @param framing the field that says where its body ends, or nothing
     */
    public static ByteBuf replyHead(ByteBufAllocator alloc, OwnReply reply, String framing, boolean close) {
        var head = new StringBuilder("HTTP/1.1 " + reply.status() + " " + StatusText.of(reply.status()) + "\r\n");
        reply.fields()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        head.append(framing)
                .append(framing.isEmpty() ? "" : "\r\n")
                .append(close ? "Connection: close\r\n\r\n" : "\r\n");
        ByteBuf out = alloc.buffer(HEAD_BYTES);
        ByteBufUtil.writeAscii(out, head);
        return out;
    }

    private static ByteBuf answer(
            ByteBufAllocator alloc, String head, String type, byte[] body, boolean bare, boolean close) {
        ByteBuf out = alloc.buffer(HEAD_BYTES + body.length);
        ByteBufUtil.writeAscii(out, head);
        ByteBufUtil.writeAscii(
                out,
                "Content-Type: " + type + "\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
                        + "Content-Length: ");
        ByteBufUtil.writeAscii(out, Integer.toString(body.length));
        ByteBufUtil.writeAscii(out, close ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n");
        if (!bare) {
            out.writeBytes(body);
        }
        return out;
    }
}
