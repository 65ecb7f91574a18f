package io.sallyport.cli.apiserver;

import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.check.CheckedProgram;
import io.sallyport.apiservers.check.ClauseResult;
import io.sallyport.apiservers.check.ClauseResult.ClauseVerdict;
import io.sallyport.apiservers.check.ContractCheck;
import io.sallyport.apiservers.check.ContractClause.Part;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks whether a program fulfils the contract of API servers. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Starts CMD several times, with --port, --token and --bind-address added, and tests it "
                + "against the contract of API servers and against what makes a server easy to break. Takes "
                + "up to two minutes.",
        exitCodeList = {
            "0:it keeps the contract",
            "1:it does not, or with --strict is easy to break",
            "3:it cannot be started"
        })
final class ApiServerCheck implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--strict", description = "What makes the server easier to break is a failure, not a warning.")
    private boolean strict;

    @Option(
            names = "--json",
            description = "Print one JSON object: status and findings. Standard error shows what is being tried.")
    private boolean json;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "A variable for CMD, which gets only PATH, SALLYPORT_RUN and these; repeatable.")
    private Map<String, String> environment = new LinkedHashMap<>();

    @Parameters(
            arity = "1..*",
            paramLabel = "-- CMD",
            description = "The program and its own arguments; no shell is used.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws CliException, InterruptedException {
        var commandLine = spec.commandLine();
        FindingReport report = json
                ? new FindingJson(commandLine.getOut(), commandLine.getErr())
                : new FindingTable(commandLine.getOut());
        var counted = new Counted(report, strict);
        var launcher =
                Launcher.of(List.of(), System.getenv().getOrDefault("PATH", "")).endingWithStarter();
        var subject = new CheckedProgram(launcher, command, Path.of("").toAbsolutePath(), environment);
        var check = new ContractCheck(subject, System::nanoTime, counted::add);
        // the checked program has a session of its own, so Ctrl-C does not reach it
        Runtime.getRuntime().addShutdownHook(new Thread(check::close, "check-broken-off"));
        try (check) {
            check.run();
        } catch (IOException e) {
            report.notStarted(String.valueOf(e.getMessage()));
            throw CliException.unreachable(command.getFirst() + ": cannot be started: " + e.getMessage());
        }
        report.end(counted.passes());
        return counted.passes() ? ExitCodes.OK : ExitCodes.NO;
    }

    /** Records whether a mandatory clause is violated. */
    private static final class Counted {
        private final FindingReport report;
        private final boolean strict;
        private boolean fails;

        Counted(FindingReport report, boolean strict) {
            this.report = report;
            this.strict = strict;
        }

        void add(ClauseResult finding) {
            boolean counts = strict || finding.clause().part() == Part.CONTRACT;
            fails |= counts && finding.verdict() == ClauseVerdict.SHORT;
            report.add(finding, counts);
        }

        boolean passes() {
            return !fails;
        }
    }
}
