package io.sallyport.cli.lease;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.leasebridge.SubsetViolation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks whether the holder of one lease may give another to a child. */
@Command(
        name = "subset",
        mixinStandardHelpOptions = true,
        description = "Compares two lease files. Where CHILD covers more than PARENT, prints the pattern and a "
                + "target that PARENT refuses.",
        exitCodeList = {
            "0:PARENT covers all that CHILD covers",
            "1:it does not, or that is not proven",
            "2:one of them is not a lease"
        })
final class LeaseSubsetCommand implements Callable<Integer> {
    @Mixin
    private CheckReport report = new CheckReport();

    @Parameters(index = "0", paramLabel = "CHILD", description = "The lease of the child, JSON.")
    private Path child = Path.of("");

    @Parameters(index = "1", paramLabel = "PARENT", description = "The lease of the parent, JSON.")
    private Path parent = Path.of("");

    @Override
    public Integer call() throws CliException {
        Lease inner = lease(child);
        Lease outer = lease(parent);
        if (inner == null || outer == null) {
            return report.end("invalid", ExitCodes.UNUSABLE);
        }
        if (!(LeaseSubset.of(inner, outer) instanceof SubsetViolation violation)) {
            return report.end("subset", ExitCodes.OK);
        }
        report.add(Diagnostic.error(
                InputFiles.name(child), 0, 0, DiagnosticCode.LEASE_SUBSET_VIOLATION, violation.toString(), null));
        return report.end("violation", ExitCodes.NO);
    }

    private @Nullable Lease lease(Path file) throws CliException {
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
