package io.sallyport.cli.lines;

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
public final class BoundedLines {
    private static final int BLOCK_BYTES = 64 << 10;

    private final InputStream in;
    private final int maxBytes;
    private final byte[] block = new byte[BLOCK_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int at;
    private int end;
    private boolean tooLong;

    /** @param maxBytes the maximum bytes of a line, without its line feed */
    public BoundedLines(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /** A line, or why it cannot be read. */
    public sealed interface Next {}

    /** A line without its line feed; the last one may have none. */
    public record Line(String text) implements Next {}

    /** The line was skipped. */
    public record Unreadable(String why) implements Next {}

    /** Returns the next line, or null at the end. */
    public @Nullable Next next() throws IOException {
        if (at == end && !fill()) {
            return null;
        }
        line.reset();
        tooLong = false;
        while (!takeToLineFeed() && fill()) {
            // a longer line: its next block
        }
        if (tooLong) {
            return new Unreadable("the line is longer than " + maxBytes + " bytes");
        }
        String text = text(line.toByteArray());
        return text == null ? new Unreadable("the line is not UTF-8") : new Line(text);
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(block));
        return end > 0;
    }

    /** Takes what the block has of the line; returns whether the line ends there. */
    private boolean takeToLineFeed() {
        int from = at;
        while (at < end && block[at] != '\n') {
            at++;
        }
        tooLong |= line.size() + (at - from) > maxBytes;
        if (!tooLong) {
            line.write(block, from, at - from);
        }
        boolean found = at < end;
        if (found) {
            at++;
        }
        return found;
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
