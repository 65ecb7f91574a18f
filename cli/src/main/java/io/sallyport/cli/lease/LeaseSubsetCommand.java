package io.sallyport.cli.lease;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ImportedFile;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.LeaseSubset;
import io.sallyport.leasebridge.SubsetViolation;
import io.sallyport.leasebridge.receipt.DelegationReceipt;
import io.sallyport.leasebridge.receipt.ReceiptJson;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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

    @Option(
            names = "--receipt",
            paramLabel = "FILE",
            description = "Writes a receipt of the delegation, for verify-receipt, where PARENT covers CHILD.")
    private @Nullable Path receipt;

    @Parameters(index = "0", paramLabel = "CHILD", description = "The lease of the child, JSON.")
    private Path child = Path.of("");

    @Parameters(index = "1", paramLabel = "PARENT", description = "The lease of the parent, JSON.")
    private Path parent = Path.of("");

    @Override
    public Integer call() throws CliException {
        var files = new LeaseFiles(report);
        Lease inner = files.read(child);
        Lease outer = files.read(parent);
        if (inner == null || outer == null) {
            return report.end("invalid", ExitCodes.UNUSABLE);
        }
        if (!(LeaseSubset.of(inner, outer) instanceof SubsetViolation violation)) {
            if (receipt != null) {
                keep(receipt, inner, outer);
            }
            return report.end("subset", ExitCodes.OK);
        }
        report.add(Diagnostic.error(
                InputFiles.name(child), 0, 0, DiagnosticCode.LEASE_SUBSET_VIOLATION, violation.toString(), null));
        return report.end("violation", ExitCodes.NO);
    }

    private void keep(Path file, Lease inner, Lease outer) throws CliException {
        DelegationReceipt kept = DelegationReceipt.of(
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                InputFiles.name(child),
                inner,
                0,
                InputFiles.name(parent),
                outer);
        if (kept == null) {
            throw new IllegalStateException("a child that is within its parent has no proof");
        }
        ImportedFile.write(file, ReceiptJson.text(kept) + "\n");
    }
}
