package io.sallyport.cli.audit;

import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.verify.ExportVerdict;
import io.sallyport.auditexport.verify.ExportVerifier;
import io.sallyport.auditexport.verify.FilteredExportVerifier;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ProgressLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verifies exported files for the command line. */
final class ExportCheck {
    private ExportCheck() {}

    /** Verifies files from which nothing was left out. */
    static ExportVerdict whole(ExportForm form, @Nullable String last, List<Path> files, ProgressLine progress)
            throws CliException {
        var verifier = new ExportVerifier(form, last, bytes -> show(progress, bytes));
        read(files, verifier::read);
        return verifier.verdict();
    }

    /** Verifies files that lack records of their log. */
    static ExportVerdict filtered(ExportForm form, List<Path> files, ProgressLine progress) throws CliException {
        var verifier = new FilteredExportVerifier(form, bytes -> show(progress, bytes));
        read(files, verifier::read);
        return verifier.verdict();
    }

    private static void show(ProgressLine progress, long bytes) {
        progress.show(() -> (bytes >> 20) + " MiB verified");
    }

    /** Reads one file. */
    @FunctionalInterface
    private interface FileReader {
        void read(String name, InputStream in) throws IOException;
    }

    private static void read(List<Path> files, FileReader reader) throws CliException {
        for (Path file : files) {
            try (InputStream in = LogFiles.open(file)) {
                reader.read(file.toString(), in);
            } catch (IOException e) {
                throw LogFiles.unreadable(file, e);
            }
        }
    }
}
