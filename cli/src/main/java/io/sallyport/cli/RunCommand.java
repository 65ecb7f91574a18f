package io.sallyport.cli;

import io.sallyport.audit.AuditLog;
import io.sallyport.cli.command.BrowserFlag;
import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.learn.LearnOptions;
import io.sallyport.cli.learn.Learning;
import io.sallyport.cli.run.CommandRun;
import io.sallyport.cli.run.ConsoleMode;
import io.sallyport.cli.run.FenceMode;
import io.sallyport.cli.summary.SummaryFile;
import io.sallyport.configuration.Config;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.gateway.serve.Dialers;
import io.sallyport.gateway.serve.ProcessSignals;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.DialRules;
import io.sallyport.model.SandboxDocuments;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one command behind a gateway of its own. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Runs one command behind a gateway of its own. Sets the proxy variables, reports refusals "
                    + "at once and ends with the command's exit code. Has no control API without "
                    + "--console, and keeps secrets in memory only.",
            "On Linux the command gets a network of its own, where only the gateway can be reached (docs/fence.md). "
                    + "Without one it could bypass the proxy: proxy variables are no fence.",
            "When an API server of the harness ends or hangs, the command is ended too.",
            "SIGTERM, SIGINT and SIGHUP end the command and what it started, then the API servers."
        },
        exitCodeList = {
            "2:the documents are not usable, or what was learned cannot be written",
            "3:the gateway or the command cannot start, or an API server failed",
            "129, 130, 143:ended by SIGHUP, SIGINT or SIGTERM before the command started",
            "other:that of the command"
        })
final class RunCommand implements Callable<Integer> {
    /**
     * The signals that end a run in order, including its API servers: a terminal's Ctrl-C, a runner's termination, a
     * closed terminal.
     */
    private static final Map<String, Integer> STATUS =
            Map.of("INT", ExitCodes.signalled(2), "TERM", ExitCodes.signalled(15), "HUP", ExitCodes.signalled(1));

    private volatile int ended; // exit code of the signal that ended the run

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = {
                "A configuration as for serve. Used: egress, intercept, guardrails, limits, policy, decision, lease,"
                        + " harness, guard, skills, fetch, api_servers, proxy.decode_slash, and audit where it"
                        + " names a file. Not used: listeners, admin.",
                "Logs of API servers go below its state (default: the user's state directory). Its relative paths"
                        + " count from its folder."
            })
    private @Nullable Path file;

    @Option(names = "--browser", description = BrowserFlag.DESCRIPTION)
    private boolean browser;

    @Option(
            names = "--fence",
            paramLabel = "MODE",
            defaultValue = "auto",
            converter = FenceMode.Converter.class,
            description = "on: start nothing without a fence. off: no fence. auto (default): a fence where the machine"
                    + " lets an ordinary user make one, else a line that says why not.")
    private FenceMode fence = FenceMode.AUTO;

    @Option(
            names = "--learn",
            paramLabel = "FILE",
            description = "Restrict nothing by policy: let pass what no document grants, without a credential, and"
                    + " write the least network policy, or lease, that admits what passed into FILE, with its tests"
                    + " beside it (docs/learn.md).")
    private @Nullable Path learn;

    @Option(
            names = "--summary",
            paramLabel = "FILE",
            description = "Add a summary in Markdown to FILE: what was reached, what was refused, and the lease that"
                    + " admits what nothing granted. auto: to the file of GITHUB_STEP_SUMMARY, where that is set.")
    private @Nullable String summary;

    @Option(
            names = "--console",
            paramLabel = "UNTIL",
            arity = "0..1",
            defaultValue = "none",
            fallbackValue = ConsoleMode.RUN_WORD,
            converter = ConsoleMode.Converter.class,
            description = "Show the run in a console: prints its address on loopback and a token for it, and opens"
                    + " nothing. --console=keep: also when the command has ended, until Ctrl-C (docs/console.md).")
    private ConsoleMode console = ConsoleMode.NONE;

    @Mixin
    private LearnOptions learning = new LearnOptions();

    @Parameters(arity = "1..*", paramLabel = "-- CMD", description = "The command and its arguments.")
    private List<String> command = new ArrayList<>();

    @Override
    public Integer call() throws CliException {
        if (learn == null && learning.isUsed()) {
            throw CliException.unusable("--as, --merge-paths and --force are for --learn");
        }
        PrintWriter err = spec.commandLine().getErr();
        Config read = Configs.read(file, null, err);
        Config config = read.with(documents.harness(read.harness()));
        SourceTexts texts = documents.texts();
        return switch (summarized(config, texts)) {
            case CommandRun.Ended.Exited(int code) -> code;
            case CommandRun.Ended.BrokenOff() -> ended;
            case CommandRun.Ended.ServerFailed() -> ExitCodes.UNREACHABLE;
            case CommandRun.Ended.Refused(var diagnostics) -> {
                CheckReport.byPlace(diagnostics).forEach(each -> CheckReport.print(each, texts, err));
                yield ExitCodes.UNUSABLE;
            }
        };
    }

    private CommandRun.Ended summarized(Config config, SourceTexts texts) throws CliException {
        SummaryFile page = SummaryFile.of(summary, System.getenv());
        UnaryOperator<AuditLog> noting = page == null ? UnaryOperator.identity() : page::noting;
        CommandRun.Ended how = learn == null ? run(config, texts, noting) : learn(learn, config, texts, noting);
        if (page != null) {
            page.write(dials(config), spec.commandLine().getErr());
        }
        return how;
    }

    private CommandRun.Ended learn(Path into, Config config, SourceTexts texts, UnaryOperator<AuditLog> noting)
            throws CliException {
        Learning learned = Learning.into(into, learning, spec.commandLine().getErr());
        learned.begin();
        CommandRun.Ended how = run(config.reportingUngranted(), texts, log -> learned.noting(noting.apply(log)));
        switch (how) {
            case CommandRun.Ended.Exited _, CommandRun.Ended.ServerFailed _ -> learned.end(dials(config));
            case CommandRun.Ended.BrokenOff _, CommandRun.Ended.Refused _ -> {}
        }
        return how;
    }

    private static DialRules dials(Config config) throws CliException {
        try {
            return Dialers.policy(config.egress(), OwnListeners.ofThisMachine());
        } catch (StartException e) {
            throw CliException.unreachable(String.valueOf(e.getMessage()));
        }
    }

    private CommandRun.Ended run(Config config, SourceTexts texts, UnaryOperator<AuditLog> noting) throws CliException {
        try {
            var run = new CommandRun(
                    config, browser, fence, texts, spec.commandLine().getErr(), noting, console);
            SandboxDocuments allowed = documents.read();
            STATUS.forEach((signal, status) -> ProcessSignals.on(signal, () -> {
                ended = status;
                Thread.ofPlatform().start(run::end);
            }));
            return run.of(allowed, command);
        } catch (StartException e) {
            throw CliException.unreachable(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            ended = ExitCodes.UNREACHABLE;
            return new CommandRun.Ended.BrokenOff();
        }
    }
}
