package io.sallyport.cli.policy.replay;

import io.sallyport.audit.recorded.RecordReader;
import io.sallyport.audit.recorded.RecordedLine.Judged;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.lines.BoundedLines;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Finds the record of a request in a log, by its audit id. */
public final class RecordSearch {
    private RecordSearch() {}

    /** Returns the record that says what was asked under that id; ends the command if no file has it. */
    public static Judged find(List<Path> files, String auditId) throws CliException {
        for (Path file : files) {
            Judged found = find(file, auditId);
            if (found != null) {
                return found;
            }
        }
        throw CliException.unusable("--id: the log has no request with this id that says what was asked");
    }

    private static @Nullable Judged find(Path file, String auditId) throws CliException {
        try (InputStream in = Files.newInputStream(file)) {
            BoundedLines lines = new BoundedLines(AuditFiles.plain(in), AuditFiles.MAX_LINE_BYTES);
            for (BoundedLines.Next next = lines.next(); next != null; next = lines.next()) {
                boolean mayHave = next instanceof BoundedLines.Line(String text) && text.contains(auditId);
                if (mayHave
                        && new RecordReader().read(((BoundedLines.Line) next).text()) instanceof Judged judged
                        && judged.auditId().equals(auditId)
                        && judged.question() != null) {
                    return judged;
                }
            }
        } catch (EOFException | ZipException _) {
            return null; // cut: what was read has no such record
        } catch (NoSuchFileException _) {
            throw CliException.unusable(file + ": no such file");
        } catch (IOException e) {
            throw AuditFiles.unreadable(file, e);
        }
        return null;
    }
}
