package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.sallyport.proxy.listener.BodyReader;
import io.sallyport.proxy.listener.RequestHead;
import io.sallyport.proxy.relay.channel.Channels;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that is taken whole before it is looked at, since it is the gateway's own to answer or to
 * judge. Confined to its event loop.
 */
public final class WholeBody {
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

    private final BodyReader reader;
    private final int mostBytes;
    private final long promised;
    private final BodyBytes taken;

    /** @param head whose framing is clear */
    public WholeBody(RequestHead head, int mostBytes) {
        this.reader = BodyReader.of(head.framing());
        this.mostBytes = mostBytes;
        this.promised = head.bodyBytes();
        this.taken = new BodyBytes(promised > 0 ? Math.min(promised, mostBytes) : mostBytes);
    }

    /** Whether its head says that it will be. */
    public boolean isPromisedTooLarge() {
        return promised > mostBytes;
    }

    /** Says that the body is wanted, to a client that waits for that. */
    public void ask(RequestHead head, Channel channel) {
        if (head.expectsContinue() && !reader.isEnded()) {
            ByteBuf word = channel.alloc().buffer(CONTINUE.length());
            ByteBufUtil.writeAscii(word, CONTINUE);
            Channels.writeAndFlush(channel, word);
        }
    }

    /** Takes what {@code in} has of it. */
    public void read(ByteBuf in) {
        ByteBuf piece = reader.read(in);
        if (piece == null) {
            return;
        }
        taken.add(piece, piece.readableBytes());
        piece.release();
    }

    /** What is wrong with its framing, or null. */
    public @Nullable String fault() {
        return reader.fault();
    }

    public boolean isTooLarge() {
        return taken.size() > mostBytes;
    }

    public boolean isEnded() {
        return reader.isEnded();
    }

    /** How much was taken, bytes. */
    public int size() {
        return taken.size();
    }

    /** The body itself, which nobody may change. */
    public byte[] bytes() {
        return taken.all();
    }

    /** For what is left of it on the connection. */
    public BodyReader reader() {
        return reader;
    }
}
