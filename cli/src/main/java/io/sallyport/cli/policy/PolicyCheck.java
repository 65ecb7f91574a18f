package io.sallyport.cli.policy;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.ExitCodes;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks whether a policy loads. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Reads and compiles documents and guardrails. Reports all errors, each with file, line and "
                + "column. Warns of negations that hold at every CONNECT.",
        exitCodeList = {"0:they load", "2:they do not load"})
final class PolicyCheck implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Mixin
    private CheckReport report = new CheckReport();

    @Override
    public Integer call() throws Exception {
        return report.of(() -> {
            report.quoting(policy.texts());
            return policy.compile(report::add, (_, _) -> {
                report.say(spec.commandLine().getOut(), "ok");
                return report.end("loaded", ExitCodes.OK);
            });
        });
    }
}
