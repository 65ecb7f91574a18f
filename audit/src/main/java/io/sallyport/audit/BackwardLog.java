package io.sallyport.audit;

import io.sallyport.audit.segment.ClosedSegment;
import io.sallyport.audit.segment.SegmentFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a log backwards: the open file, then the closed segments before it up to the first that is
 * compressed. Confined to one thread.
 */
final class BackwardLog implements Closeable {
    private final Deque<Path> older;
    private long budget;
    private BackwardLines lines;
    private boolean isComplete = true;

    private BackwardLog(BackwardLines lines, Deque<Path> older, long maxBytes) {
        this.lines = lines;
        this.older = older;
        budget = maxBytes;
    }

    /** Opens a log; reads at most {@code maxBytes} of it. */
    static BackwardLog open(SegmentFiles files, long maxBytes) throws IOException {
        while (true) {
            List<ClosedSegment> closed = files.closed();
            Deque<Path> older = new ArrayDeque<>();
            closed.forEach(segment -> older.addFirst(segment.plain()));
            BackwardLines lines = newest(files.open(), older, maxBytes);
            if (files.closed().equals(closed)) {
                return new BackwardLog(lines, older, maxBytes);
            }
            lines.close(); // a rotation came between
        }
    }

    private static BackwardLines newest(Path open, Deque<Path> older, long maxBytes) throws IOException {
        try {
            return BackwardLines.open(open, maxBytes);
        } catch (NoSuchFileException e) {
            if (older.isEmpty()) {
                throw e;
            }
            return BackwardLines.open(older.removeFirst(), maxBytes); // it was just closed
        }
    }

    /** Returns the preceding line that can be parsed, or null at the end of what is read. */
    @Nullable
    AuditLine previous() throws IOException {
        for (byte[] bytes = previousBytes(); bytes != null; bytes = previousBytes()) {
            AuditLine line = AuditLine.parse(bytes, 0, bytes.length);
            if (line != null) {
                return line;
            }
        }
        return null;
    }

    /** Returns the preceding line as raw bytes, without its line feed, or null as {@link #previous} does. */
    byte @Nullable [] previousBytes() throws IOException {
        byte[] line = lines.previousBytes();
        while (line == null && enterOlder()) {
            line = lines.previousBytes();
        }
        return line;
    }

    private boolean enterOlder() throws IOException {
        isComplete &= lines.isComplete();
        budget -= lines.size();
        if (older.isEmpty() || !lines.isComplete()) {
            return false;
        }
        try {
            BackwardLines next = BackwardLines.open(older.removeFirst(), budget);
            lines.close();
            lines = next;
            return true;
        } catch (NoSuchFileException _) {
            older.clear();
            isComplete = false;
            return false;
        }
    }

    /** Returns false if some of the log was not read, because of the bound or of a compressed segment. */
    boolean isComplete() {
        return isComplete && lines.isComplete() && older.isEmpty();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
