package io.sallyport.audit.segment;

import io.sallyport.audit.chain.ChainEnd;
import io.sallyport.model.file.FileReplacement;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of the files of one log. Of {@code audit.jsonl}, the file that is written to, the closed segments are
 * {@code audit-00000001-20261118T120000Z.jsonl}: number and time of the first line. Immutable.
 */
public final class SegmentFiles {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String COMPRESSED = ".gz";
    private static final String MANIFEST = ".manifest.json";

    private final Path open;
    private final Path folder;
    private final String stem;
    private final String extension;
    private final Pattern names;

    private SegmentFiles(Path open, Path folder, String stem, String extension) {
        this.open = open;
        this.folder = folder;
        this.stem = stem;
        this.extension = extension;
        names = Pattern.compile(
                Pattern.quote(stem) + "-([0-9]{8,18})-([0-9]{8}T[0-9]{6}Z)" + Pattern.quote(extension) + "(?:\\.gz)?");
    }

    /** Returns the names of the log that is written to {@code open}. */
    public static SegmentFiles of(Path open) {
        Path absolute = open.toAbsolutePath();
        Path name = absolute.getFileName();
        Path folder = absolute.getParent();
        if (name == null || folder == null) {
            throw new IllegalArgumentException("no file: " + open);
        }
        String text = name.toString();
        int dot = text.lastIndexOf('.');
        int end = dot > 0 ? dot : text.length();
        return new SegmentFiles(absolute, folder, text.substring(0, end), text.substring(end));
    }

    /** Returns the file that is written to, as an absolute path. */
    public Path open() {
        return open;
    }

    Path folder() {
        return folder;
    }

    /** Returns the file that says what retention removed. */
    Path removal() {
        return folder.resolve(stem + "-removed.json");
    }

    /** Returns the files beside the log that a crash left unfinished. */
    List<Path> unfinished() throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, stem + "-*" + FileReplacement.UNFINISHED)) {
            files.forEach(found::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }

    /** Returns the closed segments in the folder, oldest first. */
    public List<ClosedSegment> closed() throws IOException {
        var found = new TreeMap<Long, ClosedSegment>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, stem + "-*" + extension + "*")) {
            for (Path file : files) {
                Matcher name = names.matcher(String.valueOf(file.getFileName()));
                if (name.matches()) {
                    ClosedSegment segment = named(Long.parseLong(name.group(1)), name.group(2));
                    found.putIfAbsent(segment.number(), segment);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return List.copyOf(found.values());
    }

    /** Returns the closed segment of that number, or null if it is not in the folder. */
    @Nullable
    ClosedSegment closed(long number) throws IOException {
        return closed().stream()
                .filter(segment -> segment.number() == number)
                .findFirst()
                .orElse(null);
    }

    /** Returns the number that the open file has once it is closed. */
    long openNumber() throws IOException {
        List<ClosedSegment> closed = closed();
        if (!closed.isEmpty()) {
            return closed.getLast().number() + 1;
        }
        Removal removed = Removal.of(this);
        return removed == null ? 1 : removed.lastSegment() + 1;
    }

    /**
     * Returns the end of the lines that cannot be read backwards, because they are compressed or were removed:
     * {@link ChainEnd#NONE} if there are no such lines.
     */
    public ChainEnd endOfCompressed() throws IOException {
        for (ClosedSegment segment : closed().reversed()) {
            SegmentManifest manifest = Files.exists(segment.plain()) ? null : SegmentManifest.of(segment);
            if (manifest != null) {
                return manifest.content().end();
            }
        }
        Removal removed = Removal.of(this);
        return removed == null ? ChainEnd.NONE : removed.end();
    }

    /** Returns the names of a segment whose first line is of {@code first}. */
    ClosedSegment named(long number, Instant first) {
        return named(number, TIME.format(first));
    }

    private ClosedSegment named(long number, String time) {
        String base = "%s-%08d-%s".formatted(stem, number, time);
        return new ClosedSegment(
                number,
                folder.resolve(base + extension),
                folder.resolve(base + extension + COMPRESSED),
                folder.resolve(base + MANIFEST));
    }
}
