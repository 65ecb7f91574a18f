package io.sallyport.proxy.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.sallyport.model.Refusal;

/** Writes the gateway's own answers: JSON, typed so that nobody takes it for anything else, never stored. */
final class AnswerWriter {
    private static final int HEAD_BYTES = 384;

    private AnswerWriter() {}

    /**
     * A refusal.
     *
     * @param bare the request was a HEAD: no body
     * @param close the connection ends after it
     */
    static ByteBuf refusal(ByteBufAllocator alloc, Refusal refusal, boolean bare, boolean close) {
        String head = "HTTP/1.1 " + refusal.status() + " " + refusal.reasonPhrase() + "\r\nProxy-Status: "
                + refusal.proxyStatus() + "\r\n"
                + (refusal.status() == 407 ? "Proxy-Authenticate: Basic realm=\"sallyport\"\r\n" : "");
        return answer(alloc, head, refusal.json(), bare, close);
    }

    /** Something else of ours; {@code status} as {@link StatusText} knows it. */
    static ByteBuf own(ByteBufAllocator alloc, int status, byte[] json, boolean bare, boolean close) {
        return answer(alloc, "HTTP/1.1 " + status + " " + StatusText.of(status) + "\r\n", json, bare, close);
    }

    private static ByteBuf answer(ByteBufAllocator alloc, String head, byte[] json, boolean bare, boolean close) {
        ByteBuf out = alloc.buffer(HEAD_BYTES + json.length);
        ByteBufUtil.writeAscii(out, head);
        ByteBufUtil.writeAscii(
                out,
                "Content-Type: application/json\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n"
                        + "Content-Length: ");
        ByteBufUtil.writeAscii(out, Integer.toString(json.length));
        ByteBufUtil.writeAscii(out, close ? "\r\nConnection: close\r\n\r\n" : "\r\n\r\n");
        if (!bare) {
            out.writeBytes(json);
        }
        return out;
    }
}
