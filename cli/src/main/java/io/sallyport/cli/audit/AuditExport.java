package io.sallyport.cli.audit;

import io.sallyport.audit.chain.ForwardLines;
import io.sallyport.auditexport.form.ExportFilter;
import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ProgressLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the records of an audit log in a form that others collect. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the records of an audit log in the form of OCSF, OPA's decision log or CEF. Needs no gateway.",
            "Each exported record carries its sealed line: audit verify --format checks the exported file alone.",
            "Example: audit export --format ocsf --sandbox sb-1 --out events.jsonl"
        },
        exitCodeList = {"0:exported", "2:a file cannot be read or written"})
final class AuditExport implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description = "The log's files, oldest first; gzip is read, too (default: the log of the default state"
                    + " directory).")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "jsonl",
            converter = ExportFormConverter.class,
            description = "jsonl (the lines as they are), ocsf (1.8.0), opa or cef (default: ${DEFAULT-VALUE}).")
    private ExportForm form = ExportForm.JSONL;

    @Option(names = "--out", paramLabel = "FILE", description = "Write to this file instead, in place of what it held.")
    private @Nullable Path out;

    @Mixin
    private ExportFilterOptions filters = new ExportFilterOptions();

    @Override
    public Integer call() throws CliException {
        ExportFilter filter = filters.filter();
        try (var progress = new ProgressLine(spec.commandLine().getErr(), false);
                var to = ExportTarget.of(out, spec.commandLine().getOut())) {
            for (Path each : LogFiles.orDefault(files)) {
                export(each, filter, to, progress);
            }
        }
        return ExitCodes.OK;
    }

    private void export(Path from, ExportFilter filter, ExportTarget to, ProgressLine progress) throws CliException {
        try (InputStream in = LogFiles.open(from)) {
            var lines = new ForwardLines(in, 0);
            for (ForwardLines.Next next = lines.next(); next != ForwardLines.Next.END; next = lines.next()) {
                switch (next) {
                    case LINE -> {
                        byte[] line = lines.line();
                        if (filter.matches(line)) {
                            to.write(form.of(line));
                        }
                    }
                    case TOO_LONG ->
                        throw CliException.unusable(from + ": has a line that is longer than any of the log");
                    case CUT_OFF, END -> {
                        return; // a line that is still being written
                    }
                }
                progress.show(() -> (lines.offset() >> 20) + " MiB exported");
            }
        } catch (IOException e) {
            throw LogFiles.unreadable(from, e);
        }
    }
}
