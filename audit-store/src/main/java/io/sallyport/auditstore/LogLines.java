package io.sallyport.auditstore;

import io.sallyport.audit.chain.SealedLine;
import io.sallyport.audit.segment.LogPosition;
import io.sallyport.audit.segment.LogReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lines of the log that one file is the open end of, with its closed segments. Confined to one thread. */
public final class LogLines implements LineSource {
    private static final Pattern POSITION = Pattern.compile("([1-9][0-9]{0,17}):([0-9]{1,18})");

    private final LogReader reader;

    private LogLines(LogReader reader) {
        this.reader = reader;
    }

    /** Returns what opens the log that is written to {@code file}. */
    public static Opener of(Path file) {
        return position -> new LogLines(LogReader.open(file, parsed(position)));
    }

    /** What is no position leads to the beginning: lines that were fed already are known by their numbers. */
    private static LogPosition parsed(String text) {
        Matcher parts = POSITION.matcher(text);
        return parts.matches()
                ? new LogPosition(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)))
                : LogPosition.BEGINNING;
    }

    @Override
    public @Nullable String next() throws IOException {
        SealedLine line = reader.next();
        return line == null ? null : line.text();
    }

    @Override
    public String position() {
        LogPosition position = reader.position();
        return position.segment() + ":" + position.offset();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
