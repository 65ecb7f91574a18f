package io.sallyport.proxy.relay.listing;

import io.netty.buffer.ByteBuf;

/**
 * Finds where an event of a {@code text/event-stream} ends: behind its blank line (WHATWG HTML section 9.2.6; a line
 * ends with CRLF, LF or CR). Confined to one stream.
 */
final class EventEnd {
    private int scanned; // bytes of what is held
    private boolean inLine;
    private boolean afterCr;

    /** Returns how many bytes of {@code held} the next event has, or -1 where its end has not come. */
    int of(ByteBuf held) {
        while (scanned < held.readableBytes()) {
            if (ends(held.getByte(held.readerIndex() + scanned++))) {
                int bytes = scanned;
                scanned = 0;
                return bytes;
            }
        }
        return -1;
    }

    private boolean ends(byte next) {
        boolean ofCrlf = afterCr && next == '\n';
        afterCr = next == '\r';
        if (ofCrlf) {
            return false;
        }
        boolean isEnd = next == '\n' || next == '\r';
        boolean blank = isEnd && !inLine;
        inLine = !isEnd;
        return blank;
    }
}
