package io.sallyport.proxy.relay.channel;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Sees the alert in the clear by which a client of TLS 1.3 may refuse a certificate, before it has keys to write with.
 * TLS libraries take it for a record that is too short. Passes everything on; one for each handshake, in front of TLS.
 */
public final class PlainAlert extends ChannelInboundHandlerAdapter {
    private static final int RECORD_BYTES = 7;
    private static final int ALERT = 0x15;
    private static final int BODY_BYTES = 2;

    private @Nullable String description;

    /**
     * What the client said of the certificate (RFC 8446 section 6.2), such as {@code unknown_ca}; null where nothing.
     */
    public @Nullable String description() {
        return description;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes && bytes.readableBytes() >= RECORD_BYTES) {
            int at = bytes.writerIndex() - RECORD_BYTES;
            if (bytes.getByte(at) == ALERT && bytes.getByte(at + 1) == 3 && bytes.getShort(at + 3) == BODY_BYTES) {
                description = named(bytes.getByte(at + RECORD_BYTES - 1));
            }
        }
        ctx.fireChannelRead(message);
    }

    private static @Nullable String named(byte code) {
        return switch (code) {
            case 42 -> "bad_certificate";
            case 46 -> "certificate_unknown";
            case 48 -> "unknown_ca";
            default -> null;
        };
    }
}
