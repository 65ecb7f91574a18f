package io.sallyport.auditexport.sink;

import io.sallyport.audit.chain.SealedLine;
import io.sallyport.audit.segment.ClosedSegment;
import io.sallyport.audit.segment.LogPosition;
import io.sallyport.audit.segment.LogReader;
import io.sallyport.audit.segment.SegmentFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the log in batches from a position on. Confined to one thread; may block on the disk. */
final class SinkFeed implements Closeable {
    private final SegmentFiles files;
    private final LogReader reader;
    private long lastSeq;

    SinkFeed(Path log, SinkPosition from) {
        files = SegmentFiles.of(log);
        reader = LogReader.open(log, from.at());
        lastSeq = from.seq();
    }

    /** Returns what comes next, empty at the end of the log. */
    SinkBatch next(int mostRecords, int mostBytes) throws IOException {
        List<SinkBatch.Entry> entries = new ArrayList<>();
        long missing = 0;
        int bytes = 0;
        while (entries.size() < mostRecords && bytes < mostBytes) {
            SealedLine line = reader.next();
            if (line == null) {
                break;
            }
            long seq = line.seq();
            missing += lastSeq > 0 && seq > lastSeq + 1 ? seq - lastSeq - 1 : 0;
            lastSeq = seq;
            String text = line.text();
            bytes += text.length();
            entries.add(new SinkBatch.Entry(text, new SinkPosition(reader.position(), seq)));
        }
        return new SinkBatch(entries, missing);
    }

    /** Returns the bytes on disk behind a position; those of compressed segments as they are on disk. */
    long bytesAfter(LogPosition at) throws IOException {
        long bytes = 0;
        long newest = 0;
        for (ClosedSegment segment : files.closed()) {
            newest = segment.number();
            if (segment.number() > at.segment()) {
                bytes += size(segment.plain()) + size(segment.compressed());
            } else if (segment.number() == at.segment()) {
                bytes += Math.max(0, size(segment.plain()) - at.offset());
            }
        }
        long open = size(files.open());
        return bytes + (newest < at.segment() ? Math.max(0, open - at.offset()) : open);
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException _) {
            return 0;
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
