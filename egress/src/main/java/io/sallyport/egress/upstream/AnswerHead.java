package io.sallyport.egress.upstream;

import io.netty.buffer.ByteBuf;

/**
 * The head of an answer to a CONNECT, read from the bytes that came so far. Strict, because what follows the head
 * belongs to the target: lines end with CRLF alone, and no control character stands in them (RFC 9112 section 2.2).
 */
sealed interface AnswerHead {
    /** The longest head that is read, in bytes. */
    int MAX_BYTES = 16 * 1024;

    /** More bytes are needed. */
    record Incomplete() implements AnswerHead {}

    /**
     * A whole head.
     *
     * @param status 100..599
     * @param length in bytes, with the empty line at its end
     */
    record Complete(int status, int length) implements AnswerHead {}

    /** No head of HTTP/1 ever becomes of these bytes. */
    record Malformed(String why) implements AnswerHead {}

    /** Reads the head that begins at the reader index, which is not moved. */
    static AnswerHead in(ByteBuf bytes) {
        int from = bytes.readerIndex();
        int most = Math.min(bytes.readableBytes(), MAX_BYTES);
        int line = 0;
        for (int at = 0; at < most; at++) {
            byte one = bytes.getByte(from + at);
            boolean afterReturn = at > 0 && bytes.getByte(from + at - 1) == '\r';
            if ((one == '\n') != afterReturn || isControl(one)) {
                return new Malformed("a control character or a bare line end in the head");
            }
            if (one == '\n') {
                if (at - line == 1) {
                    return status(bytes, from, at + 1);
                }
                line = at + 1;
            }
        }
        return most == MAX_BYTES ? new Malformed("a head over " + MAX_BYTES + " bytes") : begun(bytes, from, most);
    }

    private static boolean isControl(byte one) {
        return one >= 0 && one < ' ' && one != '\r' && one != '\n' && one != '\t';
    }

    private static AnswerHead begun(ByteBuf bytes, int from, int length) {
        String name = "HTTP/1.";
        for (int at = 0; at < Math.min(length, name.length()); at++) {
            if (bytes.getByte(from + at) != name.charAt(at)) {
                return new Malformed("no answer of HTTP/1");
            }
        }
        return new Incomplete();
    }

    private static AnswerHead status(ByteBuf bytes, int from, int length) {
        var line = new StringBuilder();
        for (int at = from; at < from + Math.min(length, 13); at++) {
            line.append((char) (bytes.getByte(at) & 0xff));
        }
        boolean isStatusLine = line.toString().matches("(?s)HTTP/1\\.[01] [1-5][0-9]{2}[ \r].*");
        return isStatusLine
                ? new Complete(Integer.parseInt(line.substring(9, 12)), length)
                : new Malformed("no status line of HTTP/1");
    }
}
