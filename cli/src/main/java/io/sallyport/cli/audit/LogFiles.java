package io.sallyport.cli.audit;

import io.sallyport.audit.segment.ClosedSegment;
import io.sallyport.audit.segment.SegmentFiles;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.policy.replay.AuditFiles;
import io.sallyport.control.store.StateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files of an audit log that a command reads. */
final class LogFiles {
    private LogFiles() {}

    /** Returns {@code given}, or all files of the log in the default state directory if none is given. */
    static List<Path> orDefault(List<Path> given) throws CliException {
        return given.isEmpty()
                ? all(StateDirectory.defaultPath(Map.copyOf(System.getenv())).resolve("audit.jsonl"))
                : given;
    }

    /** Returns the closed segments of a log, oldest first, and the file that is written to. */
    private static List<Path> all(Path open) throws CliException {
        try {
            List<Path> files = new ArrayList<>();
            for (ClosedSegment segment : SegmentFiles.of(open).closed()) {
                files.add(Files.exists(segment.plain()) ? segment.plain() : segment.compressed());
            }
            files.add(open);
            return files;
        } catch (IOException e) {
            throw unreadable(open, e);
        }
    }

    /** Opens a file, compressed or not. */
    static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            return AuditFiles.plain(in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    static CliException unreadable(Path file, IOException e) {
        return CliException.unusable(
                file + (e instanceof NoSuchFileException ? ": no such file" : ": cannot be read: " + e.getMessage()));
    }
}
