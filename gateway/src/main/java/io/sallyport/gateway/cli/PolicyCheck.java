package io.sallyport.gateway.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Whether a policy loads. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description =
                "Reads and compiles documents and guardrails. 0: they load; 2: they do not, with file, line and column.")
final class PolicyCheck implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private PolicyOptions policy = new PolicyOptions();

    @Override
    public Integer call() throws CliException {
        PrintWriter out = spec.commandLine().getOut();
        return policy.compile(spec.commandLine().getErr(), (_, _) -> {
            out.println("ok");
            out.flush();
            return ExitCodes.OK;
        });
    }
}
