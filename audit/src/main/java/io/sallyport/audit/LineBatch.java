package io.sallyport.audit;

import io.sallyport.audit.chain.Chain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/**
 * Lines on their way to the sink in one write, and the records that they stand for. What a failing sink did not take stays
 * here. Confined to the writer thread.
 */
final class LineBatch {
    /** Encoded bytes after which a batch takes no more; a single line may go over it. */
    static final int MAX_BYTES = 1 << 20;

    private final LineBuffer bytes = new LineBuffer();
    private final LineEncoder encoder;
    private final List<BacklogEntry> entries = new ArrayList<>();
    private int written;

    /** @param chain that its lines go on */
    LineBatch(Chain chain) {
        encoder = new LineEncoder(bytes, chain);
    }

    boolean hasRoom() {
        return bytes.size() < MAX_BYTES;
    }

    boolean isEmpty() {
        return bytes.size() == 0;
    }

    void add(BacklogEntry entry) throws JacksonException {
        encoder.encode(new LogLine.Whole(entry.record));
        entries.add(entry);
    }

    void add(LogLine line) throws JacksonException {
        encoder.encode(line);
    }

    /** Writes what is left; after an exception the next call goes on where this one stopped. */
    void writeTo(LineSink sink) throws IOException {
        ByteBuffer left = bytes.view().position(written);
        while (left.hasRemaining()) {
            try {
                sink.write(left);
            } finally {
                written = left.position();
            }
        }
    }

    /** The sink is a new one: a line of which the old one took a part is to be written whole. */
    void restartLine() {
        written = bytes.lineStart(written);
    }

    ByteBuffer lines() {
        return bytes.view();
    }

    /** When its oldest record was taken, in elapsed nanoseconds but 0; 0 where it holds none. */
    long oldestTaken() {
        return entries.isEmpty() ? 0 : entries.getFirst().takenNanos | 1;
    }

    List<BacklogEntry> entries() {
        return entries;
    }

    void clear() {
        bytes.cutTo(0);
        entries.clear();
        written = 0;
    }
}
