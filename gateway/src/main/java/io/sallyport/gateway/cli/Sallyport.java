package io.sallyport.gateway.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command without a word behind it: shows what there is. */
@Command(
        name = "sallyport",
        mixinStandardHelpOptions = true,
        version = "sallyport 0.1.0",
        description = "A policy-as-code egress gateway for agent sandboxes.",
        subcommands = {SandboxCommand.class})
final class Sallyport implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine commandLine = spec.commandLine();
        commandLine.usage(commandLine.getErr());
        return ExitCodes.UNUSABLE;
    }
}
