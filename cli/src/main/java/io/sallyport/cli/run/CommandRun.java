package io.sallyport.cli.run;

import io.sallyport.admin.proxy.ProxyVariables;
import io.sallyport.apiservers.ServerFailure;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.command.TemporaryFolder;
import io.sallyport.client.ClientFiles;
import io.sallyport.client.ClientVariables;
import io.sallyport.client.PlaceholderFiles;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.FetchSettings;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.store.CaStore;
import io.sallyport.control.store.MemoryStore;
import io.sallyport.documents.Diagnostic;
import io.sallyport.egress.address.OwnListeners;
import io.sallyport.gateway.serve.AuditFile;
import io.sallyport.gateway.serve.Dialers;
import io.sallyport.gateway.serve.Gateway;
import io.sallyport.gateway.serve.RunConsole;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.DialRules;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.transport.ListeningSockets;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs one command behind a gateway that exists only as long as the command: without a control API, unless a console is
 * asked for. Nothing remains on disk except the logs of API servers, and records where the configuration names a file
 * for them. Confined to one thread, except for {@link #end}.
 */
public final class CommandRun {
    private static final SandboxId ID = new SandboxId("run");

    private final Config config;
    private final boolean browser;
    private final FenceMode mode;
    private final SourceTexts texts;
    private final PrintWriter err;
    private final UnaryOperator<AuditLog> noting;
    private final ConsoleMode console;
    private final CountDownLatch enough = new CountDownLatch(1); // of a console that outlasts the command
    private final NodeVersions nodes = new NodeVersions(System.getenv().getOrDefault("PATH", ""));
    private volatile @Nullable Child child;
    private volatile @Nullable Control starting; // while the documents are put into force
    private volatile boolean ended;

    /** Creates a run whose documents stand in no file. */
    public CommandRun(Config config, boolean browser, FenceMode mode, PrintWriter err) {
        this(config, browser, mode, SourceTexts.NONE, err, UnaryOperator.identity(), ConsoleMode.NONE);
    }

    /**
     * Creates a run that prints its refusals on {@code err}.
     *
     * @param browser whether browsers started by the command trust the sandbox's CA
     * @param texts of the documents, for diagnostics
     * @param noting puts a log that takes note of records before the one that keeps them
     * @param console whether there is a console, and until when
     */
    public CommandRun(
            Config config,
            boolean browser,
            FenceMode mode,
            SourceTexts texts,
            PrintWriter err,
            UnaryOperator<AuditLog> noting,
            ConsoleMode console) {
        this.config = config;
        this.browser = browser;
        this.mode = mode;
        this.texts = texts;
        this.err = err;
        this.noting = noting;
        this.console = console;
    }

    /** How the run ended. */
    public sealed interface Ended {
        record Exited(int code) implements Ended {}

        /** The run was ended before the command started. */
        record BrokenOff() implements Ended {}

        /** An API server ended or hung, and the command was ended; the reason was printed. */
        record ServerFailed() implements Ended {}

        /** Nothing was started, because the documents are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements Ended {}
    }

    /**
     * Runs {@code command} with this process's streams and environment, plus the variables that make its clients use
     * the proxy and trust its certificates.
     */
    public Ended of(SandboxDocuments documents, List<String> command) throws StartException, InterruptedException {
        try (var folder = TemporaryFolder.create("sallyport-run", err);
                var fence = RunFence.begin(mode, folder.path())) {
            return of(documents, command, folder.path(), fence);
        } catch (IOException e) {
            throw new StartException("there is no room for the run's files: " + e.getMessage(), e);
        } finally {
            err.flush();
        }
    }

    private Ended of(SandboxDocuments documents, List<String> command, Path folder, RunFence fence)
            throws StartException, IOException, InterruptedException {
        boolean isNamed = config.audit().isNamed();
        if (!isNamed && console == ConsoleMode.NONE) {
            return of(documents, command, folder, fence, new UnwrittenLog(), null);
        }
        Config.Audit kept = isNamed ? config.audit() : config.audit().in(folder.resolve("audit.jsonl"));
        try (JsonLinesLog audit = AuditFile.open(kept, null)) {
            return of(documents, command, folder, fence, audit, console == ConsoleMode.NONE ? null : audit);
        }
    }

    /** @param shown the log that a console shows, or null for no console */
    private Ended of(
            SandboxDocuments documents,
            List<String> command,
            Path folder,
            RunFence fence,
            AuditLog audit,
            @Nullable JsonLinesLog shown)
            throws StartException, IOException, InterruptedException {
        var startup = new ServerStartup(err, ProgressLine.isTerminal(), System::nanoTime);
        DialRules dials = Dialers.policy(config.egress(), OwnListeners.ofThisMachine());
        var printer = new RefusalPrinter(noting.apply(audit), err, startup, dials);
        fence.requireAsAsked();
        try (Gateway gateway = start(printer, folder, fence);
                RunConsole _ = shown == null ? null : console(gateway, shown)) {
            SandboxAnswer answer = answer(gateway.control(), documents, startup);
            if (ended) {
                gateway.control().delete(ID).toCompletableFuture().join();
                return new Ended.BrokenOff();
            }
            return switch (answer) {
                case SandboxAnswer.InForce inForce -> {
                    CheckReport.byPlace(inForce.diagnostics()).forEach(each -> CheckReport.print(each, texts, err));
                    fence.captureGranted(gateway, ID);
                    Ended ended = runWatched(gateway, command, variables(gateway, inForce, folder), fence);
                    keepConsole();
                    printer.summarize();
                    tellOfClientsThatGoPast(printer);
                    yield ended;
                }
                case SandboxAnswer.Refused(var diagnostics) -> new Ended.Refused(diagnostics);
                case SandboxAnswer.Unavailable(var why) -> throw new StartException(why);
                case SandboxAnswer.Pending _, SandboxAnswer.Full _ ->
                    throw new StartException("approvals.sandboxes asks for another person, and there is one at a run"
                            + " (expected: a configuration without it)");
                case SandboxAnswer.MovedOn _, SandboxAnswer.Unknown _, SandboxAnswer.Taken _ ->
                    throw new IllegalStateException("a new gateway knew the sandbox: " + answer);
            };
        }
    }

    private SandboxAnswer answer(Control control, SandboxDocuments documents, ServerStartup startup)
            throws InterruptedException {
        CompletionStage<SandboxAnswer> answer = control.put(ID, new SandboxChange(documents, Precondition.NONE, false));
        starting = control;
        if (ended) {
            var _ = control.delete(ID);
        }
        try {
            return startup.follow(answer.toCompletableFuture());
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            starting = null;
        }
    }

    /** Its only listener is the run's own port, so that clients that cannot send credentials can use it too. */
    private Gateway start(RefusalPrinter printer, Path folder, RunFence fence) throws StartException {
        FetchSettings fetch = config.fetch().throughTheProxy().in(folder.resolve("cache"), folder.resolve("skills"));
        return Gateway.start(
                config.with(fetch),
                fence.listeners(ID),
                new ListeningSockets(),
                new MemoryStore(),
                CaStore.MEMORY_ONLY,
                config.state().resolve("runs"),
                printer,
                null);
    }

    private Map<String, String> variables(Gateway gateway, SandboxAnswer.InForce inForce, Path folder)
            throws IOException {
        ClientFiles files = ClientFiles.write(
                folder.resolve("run"), inForce.view().caPem(), config.egress().trust(), browser);
        Tokens tokens = inForce.fresh();
        if (tokens == null) {
            throw new IllegalStateException("a new sandbox came without tokens");
        }
        String fetchUrl = gateway.mayFetch(ID) ? gateway.fetchUrl() : null;
        Map<String, String> variables =
                ClientVariables.of(ProxyVariables.of(gateway.proxyUrl(), fetchUrl, ID, tokens), files);
        variables.putAll(PlaceholderFiles.write(
                folder.resolve("run"), tokens.placeholders().files()));
        return variables;
    }

    /** Opens the console, and says where it is, once. */
    private RunConsole console(Gateway gateway, JsonLinesLog shown) throws StartException {
        RunConsole opened = RunConsole.open(gateway, shown, config);
        err.println("sallyport: console at " + opened.url() + ", token " + opened.token());
        err.flush();
        return opened;
    }

    /** Waits for a signal where the console outlasts the command. */
    private void keepConsole() throws InterruptedException {
        if (console == ConsoleMode.KEEP && !ended) {
            err.println("sallyport: the command has ended; the console stays until Ctrl-C");
            err.flush();
            enough.await();
        }
    }

    /**
     * Deletes the sandbox when its command has ended, and stops its API servers after it. If a server fails, the
     * command is ended.
     */
    private Ended runWatched(Gateway gateway, List<String> command, Map<String, String> variables, RunFence fence)
            throws StartException, InterruptedException {
        CompletableFuture<ServerFailure> failed = gateway.serversFailed(ID).toCompletableFuture();
        var _ = failed.thenRunAsync(this::end, task -> Thread.ofVirtual().start(task));
        int code;
        try {
            code = run(command, variables, fence);
        } finally {
            gateway.control().delete(ID).toCompletableFuture().join();
        }
        ServerFailure failure = failed.getNow(null);
        if (failure == null) {
            return new Ended.Exited(code);
        }
        report(failure);
        return new Ended.ServerFailed();
    }

    private void report(ServerFailure failure) {
        err.println("sallyport: the run has failed: " + failure.message());
        failure.lastLines().forEach(line -> err.println("  " + failure.server() + ": " + line));
        err.flush();
    }

    private int run(List<String> command, Map<String, String> variables, RunFence fence)
            throws StartException, InterruptedException {
        String warning = fence.warning(command.getFirst());
        if (warning != null) {
            err.println(warning);
            err.flush();
        }
        nodes.command(command.getFirst());
        try {
            Child started = start(command, variables, fence);
            var stop = new Thread(started::end);
            Runtime.getRuntime().addShutdownHook(stop);
            try {
                return started.await(nodes::children);
            } finally {
                removeHook(stop);
            }
        } catch (IOException e) {
            throw new StartException(command.getFirst() + ": cannot be started: " + e.getMessage(), e);
        }
    }

    /** If no request came through the proxy, warns of clients that may ignore it. */
    private void tellOfClientsThatGoPast(RefusalPrinter printer) throws InterruptedException {
        String warning = printer.heardNothing() ? nodes.warning() : null;
        if (warning != null) {
            err.println(warning);
        }
    }

    private Child start(List<String> command, Map<String, String> variables, RunFence fence) throws IOException {
        Child started = fence.start(command, Child.environment(variables, config.secretVariables()));
        child = started;
        if (ended) {
            started.end();
        }
        return started;
    }

    /** Ends the command and its descendants, or the start of its API servers; the run then ends in order. May block. */
    public void end() {
        ended = true;
        enough.countDown();
        Control begun = starting;
        if (begun != null) {
            var _ = begun.delete(ID); // aborts the start
        }
        Child running = child;
        if (running != null) {
            running.end();
        }
    }

    private static void removeHook(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException _) {
            // the JVM is already shutting down, and the hook has run
            return;
        }
    }
}
