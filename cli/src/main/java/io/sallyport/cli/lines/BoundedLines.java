package io.sallyport.cli.lines;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines of UTF-8 and holds at most a bounded part of each. The caller owns and closes the stream. Confined to one
 * thread.
 */
final class BoundedLines {
    private final InputStream in;
    private final int maxBytes;

    BoundedLines(InputStream in, int maxBytes) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.maxBytes = maxBytes;
    }

    /** A line, or why it cannot be read. */
    sealed interface Next {}

    record Line(String text) implements Next {}

    /** The line was skipped. */
    record Unreadable(String why) implements Next {}

    /** Returns the next line, or null at the end. */
    @Nullable
    Next next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long length = 0;
        int b = in.read();
        if (b < 0) {
            return null;
        }
        for (; b >= 0 && b != '\n'; b = in.read()) {
            if (length++ < maxBytes) {
                line.write(b);
            }
        }
        if (length > maxBytes) {
            return new Unreadable("the line is longer than " + maxBytes + " bytes");
        }
        String text = text(line.toByteArray());
        return text == null ? new Unreadable("the line is not UTF-8") : new Line(text);
    }

    private static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            return null;
        }
    }
}
