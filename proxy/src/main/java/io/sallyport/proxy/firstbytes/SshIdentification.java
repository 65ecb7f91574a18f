package io.sallyport.proxy.firstbytes;

import io.netty.buffer.ByteBuf;
import io.sallyport.model.Scheme;
import java.nio.charset.StandardCharsets;

/** The line with which an SSH client begins (RFC 4253 section 4.2). */
final class SshIdentification {
    /** With the line's end. */
    private static final int MAX_LINE_BYTES = 255;

    /** Of the only version that RFC 4253 has; what follows is the name of the client's software. */
    private static final byte[] VERSION = "SSH-2.0-".getBytes(StandardCharsets.US_ASCII);

    private SshIdentification() {}

    static FirstBytes read(ByteBuf in) {
        int there = Math.min(in.readableBytes(), MAX_LINE_BYTES);
        for (int i = 0; i < there; i++) {
            byte one = in.getByte(in.readerIndex() + i);
            if (one == '\n' && i > VERSION.length) {
                return new FirstBytes.Spoken(Scheme.TCP_SSH, null);
            }
            if (i < VERSION.length ? one != VERSION[i] : !mayStandInLine(in, i)) {
                return FirstBytes.Unfit.of("the first line is not that of an SSH client");
            }
        }
        return there < MAX_LINE_BYTES
                ? FirstBytesReader.INCOMPLETE
                : FirstBytes.Unfit.of("the first line has over " + MAX_LINE_BYTES + " bytes");
    }

    /** Printable US-ASCII, and one CR at the end. */
    private static boolean mayStandInLine(ByteBuf in, int i) {
        byte one = in.getByte(in.readerIndex() + i);
        boolean isLast = in.readableBytes() == i + 1 || in.getByte(in.readerIndex() + i + 1) == '\n';
        return one == '\r' ? isLast && i > VERSION.length : one >= ' ' && one <= '~';
    }
}
