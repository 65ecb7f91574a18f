package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;

/**
 * What may be sent to a client whose input has ended, to learn whether it still reads: TCP shows a connection that is
 * half closed and one that is closed alike until something is sent, which a closed one answers with a reset
 * (docs/decisions/http-exchanges.md).
 */
public enum HalfCloseProbe {
    /** Nothing: what is under way ends by itself, or goes on without the client. */
    NEEDLESS(""),
    /** Nothing may be sent: that no byte passes for a while has to do. */
    IMPOSSIBLE(""),
    /** An interim answer, which every client of HTTP/1.1 skips (RFC 9110 section 15.2). */
    INTERIM("HTTP/1.1 100 Continue\r\n\r\n"),
    /** A zero before the digits of the next chunk's size (RFC 9112 section 7.1). */
    LEADING_ZERO("0");

    private final String text;

    HalfCloseProbe(String text) {
        this.text = text;
    }

    /** The one before the answer to {@code request} begins: HTTP/1.0 knows no interim answers. */
    public static HalfCloseProbe beforeAnswer(RequestHead request) {
        return request.minorVersion() == 1 ? INTERIM : IMPOSSIBLE;
    }

    /** The one inside an answer whose body is written like that. */
    public static HalfCloseProbe insideBody(BodyWriter writer) {
        return writer == BodyWriter.CHUNKED ? LEADING_ZERO : IMPOSSIBLE;
    }

    /** Writes it to {@code client}, and flushes. */
    public void send(Channel client) {
        ByteBuf out = client.alloc().buffer(text.length());
        ByteBufUtil.writeAscii(out, text);
        Channels.writeAndFlush(client, out);
    }
}
