package io.sallyport.cli.harness;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.HarnessFlags;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.ProjectFiles;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.configuration.Config;
import io.sallyport.documents.Findings;
import io.sallyport.leasebridge.NeverDialled;
import io.sallyport.leasebridge.harness.Harness;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a harness file and prints what it amounts to. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description =
                "Judges a harness file with all that it inherits. Reports every error with file, line and " + "column.",
        exitCodeList = {"0:the harness is valid", "2:it is not valid"})
final class HarnessCheck implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private CheckReport report = new CheckReport();

    @Mixin
    private HarnessFlags flags = new HarnessFlags();

    @Mixin
    private ConfigFlag config = new ConfigFlag();

    @Option(
            names = "--effective",
            description = "Print the harness with all that it inherits, each value with the place it comes from.")
    private boolean effective;

    @Parameters(index = "0", paramLabel = "FILE", description = "The harness, YAML.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws CliException {
        String text = InputFiles.text(file);
        ProjectFiles project = flags.project(file);
        HarnessSettings settings = settings();
        var context = new HarnessContext(settings, project, flags.platform(), false);
        HarnessReader.Result result = HarnessReader.read(InputFiles.name(file), text, context);
        report.quoting(SourceTexts.of(project.read()).and(SourceTexts.of(InputFiles.name(file), file, text)));
        report.addAll(result.diagnostics());
        return switch (result) {
            case HarnessReader.Refused _ -> report.end("invalid", ExitCodes.UNUSABLE);
            case HarnessReader.Read(var harness, var _) -> {
                warn(harness, settings);
                yield valid(harness);
            }
        };
    }

    private HarnessSettings settings() throws CliException {
        Config read = config.read();
        return read == null ? HarnessSettings.BY_DEFAULT : read.harness();
    }

    /** Warns of grants that lead nowhere. */
    private void warn(Harness harness, HarnessSettings settings) throws CliException {
        var findings = new Findings(InputFiles.name(file));
        NeverDialled.warn(harness.dialled(settings.forges()), harness.provenance(), config.dials(), findings);
        report.addAll(findings.all());
    }

    private int valid(Harness harness) {
        if (!effective) {
            return report.end("valid", ExitCodes.OK);
        }
        report.say(spec.commandLine().getOut(), EffectiveText.of(harness.effective()));
        return report.end("valid", ExitCodes.OK, object -> EffectiveJson.write(harness.effective(), object));
    }
}
