package io.sallyport.bench.proxy;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reads answers of known length, one after the other; bodies are only counted. Confined to one thread. */
final class SizedAnswerReader {
    private static final int MAX_HEAD_BYTES = 16 * 1024;
    private static final String LENGTH = "\r\ncontent-length:";

    private final byte[] head = new byte[MAX_HEAD_BYTES];
    private int headBytes;
    private long bodyLeft = -1;
    private int status;

    /**
     * Continues reading, at most to the end of one answer.
     *
     * @param bodiless whether a 200 has no body, whatever its headers say, as the answer to a CONNECT
     * @return whether the answer is complete
     */
    boolean read(ByteBuf in, boolean bodiless) throws IOException {
        while (bodyLeft < 0 && in.isReadable()) {
            takeHeadByte(in.readByte(), bodiless);
        }
        if (bodyLeft < 0) {
            return false;
        }
        int taken = (int) Math.min(bodyLeft, in.readableBytes());
        in.skipBytes(taken);
        bodyLeft -= taken;
        if (bodyLeft > 0) {
            return false;
        }
        bodyLeft = -1;
        return true;
    }

    /** Returns the status of the last head. */
    int status() {
        return status;
    }

    /** Returns whether an answer has begun and not ended. */
    boolean isMidway() {
        return headBytes > 0 || bodyLeft > 0;
    }

    private void takeHeadByte(byte next, boolean bodiless) throws IOException {
        if (headBytes == MAX_HEAD_BYTES) {
            throw new IOException("an answer's head is longer than " + MAX_HEAD_BYTES + " bytes");
        }
        head[headBytes++] = next;
        if (next == '\n' && endsHead()) {
            String text = new String(head, 0, headBytes, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
            headBytes = 0;
            status = Integer.parseInt(text.substring(9, 12));
            bodyLeft = bodiless && status == 200 ? 0 : length(text);
        }
    }

    private boolean endsHead() {
        return headBytes >= 4
                && head[headBytes - 2] == '\r'
                && head[headBytes - 3] == '\n'
                && head[headBytes - 4] == '\r';
    }

    private static long length(String head) throws IOException {
        int at = head.indexOf(LENGTH);
        if (at < 0) {
            throw new IOException("an answer without a length: " + head);
        }
        int from = at + LENGTH.length();
        return Long.parseLong(head.substring(from, head.indexOf('\r', from)).strip());
    }
}
