package io.sallyport.cli.lease;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ConfigFlag;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.leasebridge.LeaseReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks a lease, and whether this gateway accepts it. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Judges a lease file. Reports each error with its place.",
        exitCodeList = {"0:this gateway takes the lease", "2:it is not a lease, or it has expired"})
final class LeaseCheck implements Callable<Integer> {
    @Mixin
    private CheckReport report = new CheckReport();

    @Mixin
    private ConfigFlag config = new ConfigFlag();

    @Parameters(index = "0", paramLabel = "FILE", description = "The lease, JSON.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws CliException {
        String name = InputFiles.name(file);
        String text = InputFiles.text(file);
        LeaseReader.Result taken = LeaseReader.readFile(name, text, Instant.now(), config.dials());
        report.quoting(SourceTexts.of(name, file, text));
        report.addAll(taken.diagnostics());
        return switch (taken) {
            case LeaseReader.Read _ -> report.end("valid", ExitCodes.OK);
            case LeaseReader.Refused _ -> report.end("invalid", ExitCodes.UNUSABLE);
        };
    }
}
