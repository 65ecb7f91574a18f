package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.sallyport.proxy.listener.Framing;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.relay.channel.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Writes a body in the framing that its head promised; nothing is flushed here. */
public enum BodyWriter {
    /** As it is: the length was promised, or the connection ends it. */
    PLAIN {
        @Override
        public void content(Channel to, ByteBuf piece) {
            Channels.write(to, piece);
        }

        @Override
        public void end(Channel to, HeaderFields trailers, Set<String> redact) {}
    },

    CHUNKED {
        @Override
        public void content(Channel to, ByteBuf piece) {
            ByteBuf size = to.alloc().buffer(SIZE_LINE_BYTES);
            ByteBufUtil.writeAscii(size, Integer.toHexString(piece.readableBytes()));
            ByteBufUtil.writeAscii(size, "\r\n");
            Channels.write(to, size);
            Channels.write(to, piece);
            Channels.write(to, CRLF.duplicate());
        }

        @Override
        public void end(Channel to, HeaderFields trailers, Set<String> redact) {
            ByteBuf last = to.alloc().buffer(LAST_CHUNK_BYTES);
            ByteBufUtil.writeAscii(last, "0\r\n");
            FieldFilter.trailers(last, trailers, redact);
            ByteBufUtil.writeAscii(last, "\r\n");
            Channels.write(to, last);
        }
    };

    private static final int SIZE_LINE_BYTES = 10;
    private static final int LAST_CHUNK_BYTES = 64;
    private static final ByteBuf CRLF = Unpooled.unreleasableBuffer(Unpooled.directBuffer(2)
            .writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII))
            .asReadOnly());

    /** The writer for what a head promised with {@code framing}. */
    public static BodyWriter of(Framing framing) {
        return framing instanceof Framing.Chunked ? CHUNKED : PLAIN;
    }

    /** Writes {@code piece}, which this takes over. */
    public abstract void content(Channel to, ByteBuf piece);

    /** {@code redact}: names of trailers that are not sent, lower case. */
    public abstract void end(Channel to, HeaderFields trailers, Set<String> redact);
}
