package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import picocli.CommandLine;

/** Assembles the commands and defines what they share: exit codes and the reporting of failures. */
final class CommandLines {
    private CommandLines() {}

    static CommandLine of() {
        CommandLine all = new CommandLine(new Sallyport())
                .setExpandAtFiles(false) // @-words of others, after run -- or of an API server, open no file
                .setExecutionExceptionHandler((failure, commandLine, _) -> tell(failure, commandLine));
        showExitCodes(all);
        return all;
    }

    /** Lists the exit codes below the options of each command that has its own. */
    private static void showExitCodes(CommandLine command) {
        command.getCommandSpec().usageMessage().exitCodeListHeading("Exit codes:%n");
        command.getSubcommands().values().forEach(CommandLines::showExitCodes);
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
