package io.sallyport.cli.audit;

import io.sallyport.audit.chain.ChainVerdict;
import io.sallyport.audit.chain.ChainVerifier;
import io.sallyport.audit.segment.LogVerdict;
import io.sallyport.audit.segment.LogVerifier;
import io.sallyport.audit.segment.SegmentFiles;
import io.sallyport.audit.segment.VerifyingKey;
import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.verify.ExportVerdict;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.control.store.StateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Verifies that an audit log is unchanged since it was written. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Verifies the hash chain and the segments of an audit log. Needs no gateway.",
        exitCodeList = {
            "0:the log is whole",
            "1:changed, cut or reordered; the place is printed",
            "2:a file cannot be read"
        })
final class AuditVerify implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = {
                "A log's file or its folder, with all closed segments beside it; or several files, oldest first, which"
                        + " are taken as they are.",
                "Default: the default state directory."
            })
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "The public key of the gateway (audit-signing.pub), by which segments must be signed.")
    private @Nullable Path key;

    @Option(
            names = "--last",
            paramLabel = "HASH",
            description = "A hash that the log must hold, as this command printed it earlier. Shows a missing end.")
    private @Nullable String last;

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "jsonl",
            converter = ExportFormConverter.class,
            description = "What the files hold: jsonl (the log itself), or ocsf, opa or cef as audit export wrote them"
                    + " (default: ${DEFAULT-VALUE}).")
    private ExportForm form = ExportForm.JSONL;

    @Option(
            names = "--gaps",
            description = "Records were left out, by a filter or a collector: verify each by its own hash, and their"
                    + " order.")
    private boolean gaps;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws CliException {
        if (last != null && !ChainVerifier.isHash(last)) {
            throw CliException.unusable("--last: 64 lower-case hex digits are expected");
        }
        if (gaps && last != null) {
            throw CliException.unusable("--gaps, --last: only a whole log shows that its end is there");
        }
        return gaps || form != ExportForm.JSONL ? exported() : logged();
    }

    private int exported() throws CliException {
        if (key != null) {
            throw CliException.unusable("--key: for a log of its own; exported files hold no signatures");
        }
        List<Path> read = LogFiles.orDefault(files);
        try (var progress = new ProgressLine(spec.commandLine().getErr(), json)) {
            ExportVerdict verdict =
                    gaps ? ExportCheck.filtered(form, read, progress) : ExportCheck.whole(form, last, read, progress);
            spec.commandLine()
                    .getOut()
                    .println(json ? ExportVerdictText.object(verdict) : ExportVerdictText.sentence(verdict));
            return verdict instanceof ExportVerdict.Broken ? ExitCodes.NO : ExitCodes.OK;
        }
    }

    private int logged() throws CliException {
        if (files.isEmpty()) {
            files = List.of(StateDirectory.defaultPath(Map.copyOf(System.getenv())));
        }
        if (files.size() > 1 && key != null) {
            throw CliException.unusable("--key: for the file of a log, or its folder, alone");
        }
        LogVerdict verdict = verdict();
        spec.commandLine().getOut().println(json ? VerdictText.object(verdict) : VerdictText.sentence(verdict));
        return verdict.chain() instanceof ChainVerdict.Whole ? ExitCodes.OK : ExitCodes.NO;
    }

    private LogVerdict verdict() throws CliException {
        try (var progress = new ProgressLine(spec.commandLine().getErr(), json)) {
            LongConsumer shown = bytes -> progress.show(() -> (bytes >> 20) + " MiB of this file verified");
            return files.size() == 1 ? log(files.getFirst(), shown) : listed(shown);
        }
    }

    private LogVerdict log(Path named, LongConsumer progress) throws CliException {
        Path open = Files.isDirectory(named) ? named.resolve("audit.jsonl") : named;
        try {
            if (isNoLogOfItsOwn(open)) {
                return listed(progress);
            }
            return new LogVerifier(open, verifyingKey(), last, progress).verify();
        } catch (IOException e) {
            throw CliException.unusable(named + ": cannot be read: " + e.getMessage());
        }
    }

    /** A closed segment that is named alone, or a file that is missing. */
    private boolean isNoLogOfItsOwn(Path open) throws IOException {
        return Files.notExists(open)
                ? SegmentFiles.of(open).closed().isEmpty()
                : open.toString().endsWith(".gz");
    }

    private @Nullable VerifyingKey verifyingKey() throws CliException, IOException {
        if (key == null) {
            return null;
        }
        VerifyingKey read = VerifyingKey.parse(Files.readString(key, StandardCharsets.ISO_8859_1));
        if (read == null) {
            throw CliException.unusable("--key: " + key + " holds no public Ed25519 key in PEM");
        }
        return read;
    }

    private LogVerdict listed(LongConsumer progress) throws CliException {
        var verifier = new ChainVerifier(last, progress);
        for (Path file : files) {
            read(file, verifier);
        }
        return LogVerdict.ofFiles(verifier.verdict());
    }

    private static void read(Path file, ChainVerifier verifier) throws CliException {
        try (InputStream in = Files.newInputStream(file);
                InputStream content = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in) {
            verifier.read(file.toString(), content);
        } catch (NoSuchFileException _) {
            throw CliException.unusable(file + ": no such file");
        } catch (IOException e) {
            throw CliException.unusable(file + ": cannot be read: " + e.getMessage());
        }
    }
}
