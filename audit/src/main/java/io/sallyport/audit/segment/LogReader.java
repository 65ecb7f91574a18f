package io.sallyport.audit.segment;

import io.sallyport.audit.chain.SealedLine;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sealed lines of a log in order, over its closed segments, compressed or not, and the file that is written
 * to. Verifies nothing, and passes over lines that a crash cut off. Waits for nothing: at the end it says so, and may
 * be asked again later. Confined to one thread; may block on the disk.
 *
 * <p>Each sealed line is returned once, unless another program renames or replaces the open file: then lines may come
 * again or be missing, which their {@link SealedLine#seq} shows. So it shows segments that were removed.
 */
public final class LogReader implements Closeable {
    private final SegmentFiles files;
    private LogPosition position;
    private @Nullable SegmentInput input;
    /** Whether another file was seen in the place of the open one, to which nothing is added from then on. */
    private boolean isReplaced;

    private LogReader(SegmentFiles files, LogPosition position) {
        this.files = files;
        this.position = position;
    }

    /**
     * Returns a reader of the lines after {@code from}. Opens no file yet.
     *
     * @param file that the log is written to
     */
    public static LogReader open(Path file, LogPosition from) {
        return new LogReader(SegmentFiles.of(file), from);
    }

    /** Returns the position after the last line returned. */
    public LogPosition position() {
        return position;
    }

    /**
     * Returns the next sealed line, or null if there is none now.
     *
     * @throws IOException if a file cannot be read
     */
    public @Nullable SealedLine next() throws IOException {
        while (true) {
            SegmentInput current = input();
            if (current == null) {
                return null;
            }
            byte[] line = current.next();
            if (line == null && !goesOnAfter(current)) {
                return null;
            }
            if (line != null) {
                position = new LogPosition(position.segment(), current.offset());
                SealedLine sealed = SealedLine.of(line);
                if (sealed != null) {
                    return sealed;
                }
            }
        }
    }

    /** Returns whether there may be more after the end of {@code ended}. */
    private boolean goesOnAfter(SegmentInput ended) throws IOException {
        if (ended.isClosed()) {
            leave(position.nextSegment());
        } else if (isReplaced) {
            boolean isRotated = files.closed(position.segment()) != null;
            leave(isRotated ? position.nextSegment() : new LogPosition(position.segment(), 0));
        } else {
            isReplaced = ended.isReplacedAt(files.open());
            return isReplaced; // what was written before it was replaced is read first
        }
        return true;
    }

    private void leave(LogPosition next) throws IOException {
        close();
        position = next;
    }

    /** Returns the segment at the position, or null if the open file is not there now. */
    private @Nullable SegmentInput input() throws IOException {
        while (input == null) {
            long openNumber = files.openNumber();
            if (position.segment() > openNumber) {
                position = LogPosition.BEGINNING; // of another log, which began anew
            }
            if (position.segment() < openNumber) {
                enterClosed(openNumber);
            } else if (!enterOpen(openNumber)) {
                return null;
            }
        }
        return input;
    }

    /** Opens the open file, unless a rotation came between. Returns false if it is not there. */
    private boolean enterOpen(long number) throws IOException {
        SegmentInput entered;
        try {
            entered = SegmentInput.ofOpen(files.open(), position.offset());
        } catch (NoSuchFileException _) {
            return files.openNumber() != number;
        }
        if (files.openNumber() == number) {
            enter(number, entered);
        } else {
            entered.close();
        }
        return true;
    }

    /** Opens the closed segment at the position, or the first one after it that is still there. */
    private void enterClosed(long openNumber) throws IOException {
        for (ClosedSegment segment : files.closed()) {
            if (segment.number() >= position.segment()) {
                position = segment.number() == position.segment() ? position : new LogPosition(segment.number(), 0);
                try {
                    enter(segment.number(), SegmentInput.ofClosed(segment, position.offset()));
                } catch (NoSuchFileException _) {
                    // it was removed since the folder was listed, which is listed again
                }
                return;
            }
        }
        position = new LogPosition(openNumber, 0);
    }

    private void enter(long number, SegmentInput entered) {
        input = entered;
        position = new LogPosition(number, entered.offset());
        isReplaced = false;
    }

    @Override
    public void close() throws IOException {
        SegmentInput open = input;
        input = null;
        if (open != null) {
            open.close();
        }
    }
}
