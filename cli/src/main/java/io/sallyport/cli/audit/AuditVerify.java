package io.sallyport.cli.audit;

import io.sallyport.audit.chain.Chain;
import io.sallyport.audit.chain.ChainVerdict;
import io.sallyport.audit.chain.ChainVerifier;
import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.verify.ExportVerdict;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ProgressLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Verifies that an audit log is unchanged since it was written. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Verifies the hash chain of an audit log. Needs no gateway.",
        exitCodeList = {
            "0:the log is whole",
            "1:changed, cut or reordered; the place is printed",
            "2:a file cannot be read"
        })
final class AuditVerify implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "The log's files, oldest first (default: audit.jsonl of the default state directory).")
    private List<Path> files = new ArrayList<>();

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
        files = LogFiles.orDefault(files);
        return gaps || form != ExportForm.JSONL ? exported() : logged();
    }

    private int exported() throws CliException {
        try (var progress = new ProgressLine(spec.commandLine().getErr(), json)) {
            ExportVerdict verdict =
                    gaps ? ExportCheck.filtered(form, files, progress) : ExportCheck.whole(form, last, files, progress);
            spec.commandLine().getOut().println(json ? object(verdict) : sentence(verdict));
            return verdict instanceof ExportVerdict.Broken ? ExitCodes.NO : ExitCodes.OK;
        }
    }

    private static String sentence(ExportVerdict verdict) {
        return switch (verdict) {
            case ExportVerdict.Whole(ChainVerdict.Whole chain) -> sentence(chain);
            case ExportVerdict.WithGaps(long lines, long missing) ->
                "unchanged: %d records, with %d gaps".formatted(lines, missing);
            case ExportVerdict.Broken(String file, long line, String why) -> "%s:%d: %s".formatted(file, line, why);
        };
    }

    private static String object(ExportVerdict verdict) {
        return switch (verdict) {
            case ExportVerdict.Whole(ChainVerdict.Whole chain) -> object(chain);
            case ExportVerdict.WithGaps(long lines, long missing) ->
                JSON.createObjectNode()
                        .put("whole", false)
                        .put("unchanged", true)
                        .put("lines", lines)
                        .put("gaps", missing)
                        .toString();
            case ExportVerdict.Broken(String file, long line, String why) ->
                JSON.createObjectNode()
                        .put("whole", false)
                        .put("file", file)
                        .put("line", line)
                        .put("message", why)
                        .toString();
        };
    }

    private int logged() throws CliException {
        ChainVerdict verdict = verdict();
        spec.commandLine().getOut().println(json ? object(verdict) : sentence(verdict));
        return verdict instanceof ChainVerdict.Whole ? ExitCodes.OK : ExitCodes.NO;
    }

    private ChainVerdict verdict() throws CliException {
        try (var progress = new ProgressLine(spec.commandLine().getErr(), json)) {
            var verifier = new ChainVerifier(last, bytes -> progress.show(() -> (bytes >> 20) + " MiB verified"));
            for (Path file : files) {
                read(file, verifier);
            }
            return verifier.verdict();
        }
    }

    private static void read(Path file, ChainVerifier verifier) throws CliException {
        try (InputStream in = Files.newInputStream(file)) {
            verifier.read(file.toString(), in);
        } catch (NoSuchFileException _) {
            throw CliException.unusable(file + ": no such file");
        } catch (IOException e) {
            throw CliException.unusable(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static String sentence(ChainVerdict verdict) {
        return switch (verdict) {
            case ChainVerdict.Whole(long lines, long cutOff, String begins, String last) ->
                "whole: %d lines%s%s%nlast: %s"
                        .formatted(
                                lines,
                                cutOff == 0 ? "" : ", " + cutOff + " of them cut off by a crash",
                                begins.equals(Chain.BEGINNING) ? "" : ", which go on after " + begins,
                                last);
            case ChainVerdict.Broken(String file, long line, long offset, ChainVerdict.Fault fault) ->
                "%s:%d (byte %d): %s".formatted(file, line, offset, fault.text());
        };
    }

    private static String object(ChainVerdict verdict) {
        ObjectNode object = JSON.createObjectNode();
        switch (verdict) {
            case ChainVerdict.Whole(long lines, long cutOff, String begins, String last) ->
                object.put("whole", true)
                        .put("lines", lines)
                        .put("cut_off", cutOff)
                        .put("begins_after", begins)
                        .put("last", last);
            case ChainVerdict.Broken(String file, long line, long offset, ChainVerdict.Fault fault) ->
                object.put("whole", false)
                        .put("file", file)
                        .put("line", line)
                        .put("offset", offset)
                        .put("fault", fault.name().toLowerCase(Locale.ROOT))
                        .put("message", fault.text());
        }
        return object.toString();
    }
}
