package io.sallyport.cli.policy.replay;

import io.sallyport.audit.recorded.RecordReader;
import io.sallyport.audit.recorded.RecordedLine;
import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.HumanUnits;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.lines.BoundedLines;
import io.sallyport.control.replay.RecordSink;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads files of an audit log, also compressed ones, and tells what cannot be read. Confined to one thread. */
public final class AuditFiles {
    /** Longer than any line that the log writes, in bytes. */
    static final int MAX_LINE_BYTES = 1 << 20;

    /** The maximum number of lines that are told each by itself; all are counted. */
    static final int MAX_TOLD = 20;

    private static final int BLOCK_BYTES = 64 << 10;

    private final List<Path> files;
    private final RecordSink sink;
    private final PrintWriter err;
    private final ProgressLine progress;
    private final boolean strict;
    private long unreadable;
    private long bytes;
    private long totalBytes;
    private boolean chainTold;

    /**
     * Files of one log, the oldest first.
     *
     * @param strict whether a line that cannot be read ends the command
     */
    public AuditFiles(List<Path> files, RecordSink sink, PrintWriter err, ProgressLine progress, boolean strict) {
        this.files = List.copyOf(files);
        this.sink = sink;
        this.err = err;
        this.progress = progress;
        this.strict = strict;
    }

    /**
     * Reads them all.
     *
     * @throws CliException if a file cannot be read
     */
    public void read() throws CliException {
        for (Path file : files) {
            totalBytes += size(file);
        }
        for (Path file : files) {
            read(file);
        }
        progress.clear();
        long more = unreadable - MAX_TOLD;
        if (more > 0) {
            err.println("sallyport: " + more + " more lines cannot be read");
        }
        err.flush();
    }

    private static long size(Path file) throws CliException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException _) {
            throw CliException.unusable(file + ": no such file");
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    static CliException unreadable(Path file, IOException e) {
        return CliException.unusable(file + ": cannot be read: " + e.getMessage());
    }

    private void read(Path file) throws CliException {
        try (InputStream in = new Counted(Files.newInputStream(file))) {
            var reader = new RecordReader();
            BoundedLines lines = new BoundedLines(plain(in), MAX_LINE_BYTES);
            long number = 0;
            try {
                for (BoundedLines.Next next = lines.next(); next != null; next = lines.next()) {
                    number++;
                    add(file, number, reader, next);
                }
            } catch (EOFException | ZipException _) {
                unreadable(file, number + 1, "the compressed file ends early, or is damaged");
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Returns the content, which is compressed if it begins as RFC 1952 section 2.3.1 says. */
    public static InputStream plain(InputStream file) throws IOException {
        var in = new BufferedInputStream(file, BLOCK_BYTES);
        in.mark(2);
        boolean isCompressed = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return isCompressed ? new GZIPInputStream(in, BLOCK_BYTES) : in;
    }

    private void add(Path file, long number, RecordReader reader, BoundedLines.Next next) throws CliException {
        sink.line();
        progress.show(() -> HumanUnits.size(bytes) + " of " + HumanUnits.size(totalBytes) + " read");
        switch (next) {
            case BoundedLines.Unreadable(String why) -> unreadable(file, number, why);
            case BoundedLines.Line(String text) -> {
                switch (reader.read(text)) {
                    case RecordedLine.Unreadable(String why) -> unreadable(file, number, why);
                    case RecordedLine.Unjudged(String kind) -> sink.unjudged(kind);
                    case Judged judged -> sink.judged(judged);
                }
                tellChain(file, number, reader);
            }
        }
    }

    private void unreadable(Path file, long number, String why) throws CliException {
        sink.unreadable();
        unreadable++;
        String told = file + ":" + number + ": " + why;
        if (strict) {
            throw CliException.unusable(told);
        }
        if (unreadable <= MAX_TOLD) {
            tell(told);
        }
    }

    private void tellChain(Path file, long number, RecordReader reader) {
        if (!chainTold && reader.isBroken()) {
            chainTold = true;
            tell(file + ":" + number
                    + ": does not continue the hash chain (audit verify says whether the log is whole)");
        }
    }

    private void tell(String text) {
        progress.clear();
        err.println("sallyport: " + text);
    }

    /** Counts the bytes that are read of a file. */
    private final class Counted extends FilterInputStream {
        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            bytes += Math.max(0, read);
            return read;
        }
    }
}
