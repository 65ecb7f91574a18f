package io.sallyport.proxy.relay.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.sallyport.proxy.listener.HeaderFields;

/** Writes fields that were checked as lines of HTTP/1.1. */
final class IncomingText {
    private IncomingText() {}

    static void fields(ByteBuf out, HeaderFields fields) {
        for (int i = 0; i < fields.size(); i++) {
            ByteBufUtil.writeAscii(out, fields.name(i));
            ByteBufUtil.writeAscii(out, ": ");
            ByteBufUtil.writeAscii(out, fields.value(i));
            ByteBufUtil.writeAscii(out, "\r\n");
        }
    }
}
