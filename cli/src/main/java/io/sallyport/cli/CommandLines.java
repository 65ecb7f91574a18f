package io.sallyport.cli;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Assembles the commands and defines what they share: exit codes and the reporting of failures. */
final class CommandLines {
    private CommandLines() {}

    /** Returns all commands. */
    static CommandLine of() {
        return of(Sallyport.COMMANDS.values());
    }

    /**
     * Returns the commands that {@code arguments} may mean: one if they begin with its name, since reading the
     * options of all of them takes a tenth of the time that a run takes to start.
     */
    static CommandLine of(String... arguments) {
        Class<?> named = arguments.length == 0 ? null : Sallyport.COMMANDS.get(arguments[0]);
        return named == null || named == CompletionCommand.class ? of() : of(List.of(named));
    }

    private static CommandLine of(Collection<Class<?>> commands) {
        var root = new CommandLine(new Sallyport());
        commands.forEach(root::addSubcommand);
        return reporting(root);
    }

    private static CommandLine reporting(CommandLine all) {
        all.setExpandAtFiles(false) // @-words of others, after run -- or of an API server, open no file
                .setExecutionExceptionHandler((failure, commandLine, _) -> tell(failure, commandLine));
        all.setParameterExceptionHandler((wrong, _) -> tell(wrong));
        showExitCodes(all);
        return all;
    }

    /** Lists the exit codes below the options of each command that has its own. */
    private static void showExitCodes(CommandLine command) {
        command.getCommandSpec().usageMessage().exitCodeListHeading("Exit codes:%n");
        command.getSubcommands().values().forEach(CommandLines::showExitCodes);
    }

    /** Says what is wrong with the words, which option or command is near, and where to read on. */
    private static int tell(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("sallyport: " + wrong.getMessage());
        if (wrong instanceof UnmatchedArgumentException unknown) {
            unknown.getSuggestions().stream()
                    .findFirst()
                    .ifPresent(near -> err.println("  did you mean " + near.strip() + "?"));
        }
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
