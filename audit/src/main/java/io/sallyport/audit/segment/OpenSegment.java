package io.sallyport.audit.segment;

import io.sallyport.audit.chain.SealedLine;
import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The file that a log is written to, until it is large or old enough. Confined to the writer thread. */
final class OpenSegment implements LineSink {
    /** The time between two attempts to give the file its final name. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final int TIME_WITHIN_BYTES = 256;

    private final SegmentFiles files;
    private final SegmentSettings settings;
    private final FileSink file;
    private final LongSupplier nanoClock;
    private final Instant first;
    private long beganNanos;
    private long bytes;
    private boolean isWritten;
    private boolean isDelayed;
    private long delayedNanos;

    private OpenSegment(
            SegmentFiles files,
            SegmentSettings settings,
            FileSink file,
            long bytes,
            Instant first,
            long beganNanos,
            LongSupplier nanoClock) {
        this.files = files;
        this.settings = settings;
        this.file = file;
        this.bytes = bytes;
        this.first = first;
        this.beganNanos = beganNanos;
        this.nanoClock = nanoClock;
    }

    static OpenSegment open(SegmentFiles files, SegmentSettings settings, InstantSource wall, LongSupplier nanoClock)
            throws IOException {
        FileSink file = FileSink.open(files.open());
        try {
            Instant now = wall.instant();
            Instant first = firstTime(files.open(), now);
            long began = nanoClock.getAsLong() - Duration.between(first, now).toNanos();
            return new OpenSegment(files, settings, file, Files.size(files.open()), first, began, nanoClock);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Returns {@code now} for an empty file, and for a time that is later: the clock was set back. */
    private static Instant firstTime(Path file, Instant now) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String beginning = new String(in.readNBytes(TIME_WITHIN_BYTES), StandardCharsets.ISO_8859_1);
            Instant time = SealedLine.time(beginning);
            return time.equals(Instant.EPOCH) || time.isAfter(now) ? now : time;
        }
    }

    @Override
    public void write(ByteBuffer lines) throws IOException {
        if (bytes == 0) {
            beganNanos = nanoClock.getAsLong();
        }
        int before = lines.remaining();
        try {
            file.write(lines);
        } finally {
            bytes += before - lines.remaining();
        }
        isWritten = true;
    }

    @Override
    public void sync() throws IOException {
        file.sync();
    }

    @Override
    public boolean isInPlace() {
        return file.isInPlace();
    }

    @Override
    public boolean foundTornLine() {
        return file.foundTornLine();
    }

    /** Never ends with a torn line, whose hash only the line after it confirms. */
    @Override
    public boolean isDue() {
        long now = nanoClock.getAsLong();
        boolean isLarge = settings.maxBytes() > 0 && bytes >= settings.maxBytes();
        boolean isOld = settings.maxAge().isPositive()
                && now - beganNanos >= settings.maxAge().toNanos();
        return bytes > 0
                && (isLarge || isOld)
                && (isWritten || !foundTornLine())
                && !(isDelayed && now - delayedNanos < RETRY_NANOS);
    }

    /** Gives the file its final name. Its content is on disk before, so that no later line is there without it. */
    @Override
    public void retire() throws IOException {
        isDelayed = true;
        delayedNanos = nanoClock.getAsLong();
        if (!file.isInPlace()) {
            throw new IOException("another file has the name of the audit file");
        }
        file.sync();
        Path named =
                files.named(files.openNumber(), firstTime(files.open(), first)).plain();
        FileReplacement.rename(files.open(), named);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
