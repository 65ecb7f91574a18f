package io.sallyport.auditexport.sink;

import io.sallyport.audit.segment.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Up to where a sink has delivered, on disk. A file that is not of this form is as none. Immutable.
 *
 * @param at after the last line delivered
 * @param seq the number of that line, or 0 if there is none
 */
record SinkPosition(LogPosition at, long seq) {
    static final SinkPosition BEGINNING = new SinkPosition(LogPosition.BEGINNING, 0);

    private static final Pattern FORM = Pattern.compile("1 ([1-9][0-9]{0,17}) ([0-9]{1,18}) ([0-9]{1,18})\n");

    /**
     * Returns what is stored, or the beginning of the log.
     *
     * @throws IOException if the file is there and cannot be read
     */
    static SinkPosition read(Path file) throws IOException {
        try {
            Matcher form = FORM.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            return form.matches()
                    ? new SinkPosition(new LogPosition(number(form, 1), number(form, 2)), number(form, 3))
                    : BEGINNING;
        } catch (NoSuchFileException _) {
            return BEGINNING;
        }
    }

    private static long number(Matcher form, int group) {
        return Long.parseLong(form.group(group));
    }

    /** Stores it, whole or not at all, also if the machine crashes. */
    void write(Path file) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        String text = "1 " + at.segment() + " " + at.offset() + " " + seq + "\n";
        try (FileChannel channel = FileChannel.open(
                next,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
