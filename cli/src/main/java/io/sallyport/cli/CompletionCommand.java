package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the script with which a shell completes commands and flags. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a completion script. For bash: source <(sallyport completion bash).")
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private String shell = "";

    @Override
    public Integer call() throws CliException {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw CliException.unusable(shell + ": no completion for that (expected: bash or zsh)");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (shell.equals("zsh")) {
            out.println("autoload -U +X bashcompinit && bashcompinit");
        }
        out.print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        out.flush();
        return ExitCodes.OK;
    }
}
