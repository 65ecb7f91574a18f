package io.sallyport.cli.lease;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Lease files that a command compares; what is wrong with one is reported. */
record LeaseFiles(CheckReport report) {
    /** Returns the lease of a file, which may have expired; null if it is none. */
    @Nullable
    Lease read(Path file) throws CliException {
        String name = InputFiles.name(file);
        String text = InputFiles.text(file);
        return switch (LeaseReader.validateFile(name, text)) {
            case LeaseReader.Read(var lease, var _) -> lease;
            case LeaseReader.Refused(var diagnostics) -> {
                report.quoting(SourceTexts.of(name, file, text));
                report.addAll(diagnostics);
                yield null;
            }
        };
    }
}
