package io.sallyport.gateway.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The sandboxes of a running gateway. */
@Command(
        name = "sandbox",
        mixinStandardHelpOptions = true,
        description = "Registers, shows, changes and removes the sandboxes of a running gateway.",
        subcommands = {SandboxPut.class, SandboxGet.class, SandboxList.class, SandboxDelete.class, SandboxPhase.class})
final class SandboxCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine commandLine = spec.commandLine();
        commandLine.usage(commandLine.getErr());
        return ExitCodes.UNUSABLE;
    }
}
