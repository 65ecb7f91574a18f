package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.CliException;
import io.sallyport.client.TrialClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Begins and ends report mode of a sandbox. */
@Command(
        name = "report-mode",
        mixinStandardHelpOptions = true,
        description =
                "Lets a sandbox's requests pass that policy alone refuses, and records them (would_deny). They get"
                        + " no credential.",
        exitCodeList = {"0:in force", "1:refused", "3:no gateway answers"})
final class ReportModeCommand extends OneSandbox implements Callable<Integer> {
    @Mixin
    private UntilOption until = new UntilOption();

    @Option(names = "--off", description = "Enforce the policy again.")
    private boolean off;

    @Override
    public Integer call() throws CliException {
        return tell(
                client -> off
                        ? new TrialClient(client, id()).endReportMode()
                        : new TrialClient(client, id()).beginReportMode(until.text()),
                reply -> out().println(
                                off
                                        ? id() + ": enforced"
                                        : id() + ": in report mode until "
                                                + reply.body()
                                                        .path("report_mode")
                                                        .path("until")
                                                        .asString("")));
    }
}
