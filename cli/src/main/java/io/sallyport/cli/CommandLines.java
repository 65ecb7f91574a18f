package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import picocli.CommandLine;

/** Puts the commands together and settles what every one of them shares: exit codes and how a failure is told. */
final class CommandLines {
    private CommandLines() {}

    static CommandLine of() {
        CommandLine all = new CommandLine(new Sallyport())
                .setExpandAtFiles(false) // a word of somebody else's, behind run -- or of a server's, opens no file
                .setExecutionExceptionHandler((failure, commandLine, _) -> tell(failure, commandLine));
        showExitCodes(all);
        return all;
    }

    /** Below the options of each command that has codes of its own. */
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
