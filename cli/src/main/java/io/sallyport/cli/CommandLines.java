package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/** Assembles the commands and defines what they share: exit codes and the reporting of failures. */
final class CommandLines {
    private CommandLines() {}

    static CommandLine of() {
        CommandLine all = new CommandLine(new Sallyport())
                .setExpandAtFiles(false) // @-words of others, after run -- or of an API server, open no file
                .setExecutionExceptionHandler((failure, commandLine, _) -> tell(failure, commandLine));
        CommandLine.IParameterExceptionHandler usual = all.getParameterExceptionHandler();
        all.setParameterExceptionHandler(
                (wrong, arguments) -> wrong instanceof UnmatchedArgumentException unknown && unknown.isUnknownOption()
                        ? unknown(unknown)
                        : usual.handleParseException(wrong, arguments));
        showExitCodes(all);
        return all;
    }

    /** Lists the exit codes below the options of each command that has its own. */
    private static void showExitCodes(CommandLine command) {
        command.getCommandSpec().usageMessage().exitCodeListHeading("Exit codes:%n");
        command.getSubcommands().values().forEach(CommandLines::showExitCodes);
    }

    /** Names an unknown option, the one that it resembles, and where to read on. */
    private static int unknown(UnmatchedArgumentException unknown) {
        CommandLine command = unknown.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("sallyport: " + unknown.getMessage());
        unknown.getSuggestions().stream().findFirst().ifPresent(near -> err.println("  did you mean " + near + "?"));
        err.println("  see " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCodes.UNUSABLE;
    }

    private static int tell(Exception failure, CommandLine commandLine) throws Exception {
        if (!(failure instanceof CliException told)) {
            throw failure;
        }
        commandLine.getErr().println("sallyport: " + told.getMessage());
        commandLine.getErr().flush();
        return told.exitCode();
    }
}
