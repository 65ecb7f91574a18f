package io.sallyport.audit;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.segment.LineSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;

/**
 * The lines of one write to the sink, and their records. Lines that a failing sink did not accept stay here. Confined
 * to the writer thread.
 */
final class LineBatch {
    /** The number of encoded bytes at which a batch is full; a single line may exceed it. */
    static final int MAX_BYTES = 1 << 20;

    private final LineBuffer bytes = new LineBuffer();
    private final LineEncoder encoder;
    private final List<BacklogEntry> entries = new ArrayList<>();
    private int written;

    /** @param chain that its lines continue */
    LineBatch(Chain chain, RecordRedaction redaction) {
        encoder = new LineEncoder(bytes, chain, redaction);
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

    /** Writes the remaining bytes; after an exception the next call continues where this one stopped. */
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

    /** Prepares for a new sink: a line that the old one received only in part is written again as a whole. */
    void restartLine() {
        written = bytes.lineStart(written);
    }

    ByteBuffer lines() {
        return bytes.view();
    }

    /** Returns when the oldest record was accepted, in elapsed nanoseconds and never 0; 0 if the batch is empty. */
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
