package io.sallyport.cli.audit;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.policy.replay.AuditFiles;
import io.sallyport.cli.summary.SeenRequests;
import io.sallyport.cli.summary.StepSummary;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a summary of audit logs in Markdown. */
@Command(
        name = "summary",
        mixinStandardHelpOptions = true,
        description = "Prints a summary of audit logs in Markdown: what was reached, what was refused, and the lease"
                + " that admits what nothing granted.",
        exitCodeList = {"0:printed", "2:a file cannot be read"})
final class AuditSummary implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConfigFlag config = new ConfigFlag();

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The files of one log, the oldest first.")
    private List<Path> files = List.of();

    @Override
    public Integer call() throws CliException {
        PrintWriter err = spec.commandLine().getErr();
        var seen = new SeenRequests();
        try (var progress = new ProgressLine(err, false)) {
            new AuditFiles(files, seen, err, progress, false).read();
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(StepSummary.of(seen, config.dials()));
        out.flush();
        return ExitCodes.OK;
    }
}
