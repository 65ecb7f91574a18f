package io.sallyport.cli.lease;

import io.sallyport.audit.segment.VerifyingKey;
import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.Lease;
import io.sallyport.leasebridge.receipt.DelegationReceipt;
import io.sallyport.leasebridge.receipt.ReceiptJson;
import io.sallyport.leasebridge.receipt.ReceiptSignature;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks a receipt of a delegation: by whom it is, and against the two leases. */
@Command(
        name = "verify-receipt",
        mixinStandardHelpOptions = true,
        description = {
            "Checks the receipt of a delegation. Needs no gateway.",
            "With --key: that the gateway of that key signed it. With the two leases: that it is about them, and that "
                    + "each step of its proof holds."
        },
        exitCodeList = {"0:all of it holds", "1:something does not", "2:a file is no receipt, no lease, or no key"})
final class LeaseReceiptCommand implements Callable<Integer> {
    @Mixin
    private CheckReport report = new CheckReport();

    @Parameters(index = "0", paramLabel = "RECEIPT", description = "The receipt, JSON.")
    private Path receipt = Path.of("");

    @Parameters(index = "1", arity = "0..1", paramLabel = "CHILD", description = "The lease of the child, JSON.")
    private @Nullable Path child;

    @Parameters(index = "2", arity = "0..1", paramLabel = "PARENT", description = "The lease of the parent, JSON.")
    private @Nullable Path parent;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "The public key of the gateway (audit-signing.pub), by which the receipt must be signed.")
    private @Nullable Path key;

    @Option(
            names = "--sandbox",
            paramLabel = "ID",
            description = "The child that it must be for; a receipt of another one does not hold.")
    private @Nullable String sandbox;

    @Option(names = "--parent", paramLabel = "ID", description = "The parent that it must name, likewise.")
    private @Nullable String above;

    @Override
    public Integer call() throws CliException {
        if ((child == null) != (parent == null) || (key == null && child == null)) {
            throw CliException.unusable("verify-receipt: --key, or both leases, or all three are expected");
        }
        VerifyingKey verifying = key == null ? null : verifyingKey(key);
        return switch (ReceiptJson.read(InputFiles.text(receipt))) {
            case Parsed.Rejected<DelegationReceipt>(String why, int _) -> {
                fault(DiagnosticCode.BAD_VALUE, why);
                yield report.end("invalid", ExitCodes.UNUSABLE);
            }
            case Parsed.Accepted<DelegationReceipt>(DelegationReceipt read) -> checked(read, verifying);
        };
    }

    private int checked(DelegationReceipt read, @Nullable VerifyingKey verifying) throws CliException {
        List<String> faults = new ArrayList<>();
        if (verifying != null) {
            faults.addAll(signatureFaults(read, verifying));
        }
        faults.addAll(partyFaults("child", sandbox, read.child().id()));
        faults.addAll(partyFaults("parent", above, read.parent().id()));
        if (child == null || parent == null) {
            faults.addAll(read.faults());
            return verified(faults);
        }
        var files = new LeaseFiles(report);
        Lease held = files.read(child);
        Lease ceiling = files.read(parent);
        if (held == null || ceiling == null) {
            return report.end("invalid", ExitCodes.UNUSABLE);
        }
        faults.addAll(read.faults(held, ceiling));
        return verified(faults);
    }

    private static VerifyingKey verifyingKey(Path file) throws CliException {
        VerifyingKey read = VerifyingKey.parse(InputFiles.text(file));
        if (read == null) {
            throw CliException.unusable("--key: " + file + " is no public Ed25519 key in PEM");
        }
        return read;
    }

    private static List<String> signatureFaults(DelegationReceipt read, VerifyingKey key) {
        ReceiptSignature signature = read.signature();
        if (signature == null) {
            return List.of("it is not signed");
        }
        if (!signature.key().equals(key.id())) {
            return List.of("it is signed by the key " + signature.key() + ", not by " + key.id());
        }
        return key.verifies(ReceiptJson.signedBytes(read), signature.value())
                ? List.of()
                : List.of("the signature is not that of this receipt");
    }

    private static List<String> partyFaults(String party, @Nullable String meant, String named) {
        return meant == null || meant.equals(named)
                ? List.of()
                : List.of("its " + party + " is " + Findings.quote(named) + ", not " + meant);
    }

    private int verified(List<String> faults) {
        faults.forEach(fault -> fault(DiagnosticCode.LEASE_SUBSET_VIOLATION, fault));
        return faults.isEmpty() ? report.end("holds", ExitCodes.OK) : report.end("does not hold", ExitCodes.NO);
    }

    private void fault(DiagnosticCode code, String message) {
        report.add(Diagnostic.error(InputFiles.name(receipt), 0, 0, code, message, null));
    }
}
