package io.sallyport.cli;

import io.sallyport.cli.command.BrowserFlag;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.run.Run;
import io.sallyport.gateway.config.Config;
import io.sallyport.gateway.serve.Signals;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One command behind a gateway of its own. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs one command behind a gateway of its own: proxy variables set, refusals told at once, its exit code"
                    + " passed on. No control API; secrets are in memory only.",
            "Proxy variables are no fence: without a network of its own the command could go round the proxy.",
            "Where an API server of the harness ends or hangs, the command is ended and the exit code is 3."
        })
final class RunCommand implements Callable<Integer> {
    /** What ends a run in order, its API servers too: a terminal's Ctrl-C, a runner, a terminal that is closed. */
    private static final Map<String, Integer> STATUS =
            Map.of("INT", ExitCodes.signalled(2), "TERM", ExitCodes.signalled(15), "HUP", ExitCodes.signalled(1));

    private volatile int ended; // by which signal, as an exit code

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = {
                "As for serve. Used of it: egress, intercept, guardrails, limits, policy, decision, lease, harness,"
                        + " guard, skills, fetch, api_servers and proxy.decode_slash; not: listeners, admin, audit.",
                "It moves what is kept and what is read: logs of API servers go below its state (default: the user's"
                        + " state directory), and its relative paths count from its own folder."
            })
    private @Nullable Path file;

    @Option(names = "--browser", description = BrowserFlag.DESCRIPTION)
    private boolean browser;

    @Parameters(arity = "1..*", paramLabel = "-- CMD", description = "The command and its arguments.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        PrintWriter err = spec.commandLine().getErr();
        Config read = Configs.read(file, null, err);
        Config config = read.with(documents.harness(read.harness()));
        try {
            var run = new Run(config, browser, err);
            SandboxDocuments allowed = documents.read();
            STATUS.forEach((signal, status) -> Signals.on(signal, () -> {
                ended = status;
                Thread.ofPlatform().start(run::end);
            }));
            return switch (run.of(allowed, command)) {
                case Run.Ended.Exited(int code) -> code;
                case Run.Ended.BrokenOff() -> ended;
                case Run.Ended.ServerFailed() -> ExitCodes.UNREACHABLE;
                case Run.Ended.Refused(var diagnostics) -> {
                    diagnostics.forEach(err::println);
                    err.flush();
                    yield ExitCodes.UNUSABLE;
                }
            };
        } catch (StartException e) {
            throw CliException.unreachable(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.UNREACHABLE;
        }
    }
}
