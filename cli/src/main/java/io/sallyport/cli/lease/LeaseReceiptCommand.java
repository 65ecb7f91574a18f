package io.sallyport.cli.lease;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.receipt.DelegationReceipt;
import io.sallyport.leasebridge.receipt.ReceiptJson;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks a receipt of a delegation against the two leases. */
@Command(
        name = "verify-receipt",
        mixinStandardHelpOptions = true,
        description =
                "Checks the receipt of a delegation: that it is about these two leases, and that each step of its "
                        + "proof holds. It is not signed, so it does not show who wrote it.",
        exitCodeList = {"0:all of it holds", "1:something does not", "2:a file is no receipt, or no lease"})
final class LeaseReceiptCommand implements Callable<Integer> {
    @Mixin
    private CheckReport report = new CheckReport();

    @Parameters(index = "0", paramLabel = "RECEIPT", description = "The receipt, JSON.")
    private Path receipt = Path.of("");

    @Parameters(index = "1", paramLabel = "CHILD", description = "The lease of the child, JSON.")
    private Path child = Path.of("");

    @Parameters(index = "2", paramLabel = "PARENT", description = "The lease of the parent, JSON.")
    private Path parent = Path.of("");

    @Override
    public Integer call() throws CliException {
        var files = new LeaseFiles(report);
        Lease held = files.read(child);
        Lease above = files.read(parent);
        return switch (ReceiptJson.read(InputFiles.text(receipt))) {
            case Parsed.Rejected<DelegationReceipt>(String why, int _) -> {
                fault(DiagnosticCode.BAD_VALUE, why);
                yield report.end("invalid", ExitCodes.UNUSABLE);
            }
            case Parsed.Accepted<DelegationReceipt>(DelegationReceipt read) ->
                held == null || above == null
                        ? report.end("invalid", ExitCodes.UNUSABLE)
                        : verified(read.faults(held, above));
        };
    }

    private int verified(List<String> faults) {
        faults.forEach(fault -> fault(DiagnosticCode.LEASE_SUBSET_VIOLATION, fault));
        return faults.isEmpty() ? report.end("holds", ExitCodes.OK) : report.end("does not hold", ExitCodes.NO);
    }

    private void fault(DiagnosticCode code, String message) {
        report.add(Diagnostic.error(InputFiles.name(receipt), 0, 0, code, message, null));
    }
}
