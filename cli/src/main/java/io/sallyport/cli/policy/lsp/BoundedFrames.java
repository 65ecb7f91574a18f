package io.sallyport.cli.policy.lsp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ends a stream of messages (LSP 3.17, Base Protocol) at the first that is too large, before it is held in memory.
 * Confined to the reading thread.
 */
final class BoundedFrames extends FilterInputStream {
    /** The maximum length of the content of a message, in bytes. */
    static final int MAX_CONTENT_BYTES = 8 << 20;

    /** The maximum length of the header of a message, in bytes. */
    static final int MAX_HEADER_BYTES = 8 << 10;

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length:\\s*(\\d{1,18})\\s*$");

    private final StringBuilder header = new StringBuilder();
    private long contentLeft;

    BoundedFrames(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        if (read >= 0) {
            pass(read);
        }
        return read;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (contentLeft == 0) {
            int read = length == 0 ? 0 : read();
            if (length > 0 && read >= 0) {
                into[offset] = (byte) read;
            }
            return length == 0 ? 0 : read < 0 ? -1 : 1;
        }
        int read = super.read(into, offset, (int) Math.min(length, contentLeft));
        contentLeft -= Math.max(0, read);
        return read;
    }

    private void pass(int read) throws IOException {
        if (contentLeft > 0) {
            contentLeft--;
            return;
        }
        header.append((char) read);
        if (header.length() > MAX_HEADER_BYTES) {
            throw new IOException("the header of a message has more than " + MAX_HEADER_BYTES + " bytes");
        }
        if (read == '\n'
                && (header.toString().endsWith("\r\n\r\n") || header.toString().endsWith("\n\n"))) {
            contentLeft = contentLength();
            header.setLength(0);
        }
    }

    private long contentLength() throws IOException {
        Matcher length = LENGTH.matcher(header);
        long bytes = length.find() ? Long.parseLong(length.group(1)) : 0;
        if (bytes > MAX_CONTENT_BYTES) {
            throw new IOException("a message has more than " + MAX_CONTENT_BYTES + " bytes");
        }
        return bytes;
    }
}
