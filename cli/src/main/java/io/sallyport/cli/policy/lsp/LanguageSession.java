package io.sallyport.cli.policy.lsp;

import io.sallyport.policycompiler.DocumentRules;
import io.sallyport.policycompiler.PolicyCompiler;
import io.sallyport.policycompiler.author.Authoring;
import io.sallyport.regoengine.builtin.EvalClock;
import io.sallyport.regoengine.compiler.CompilerSettings;
import io.sallyport.regoengine.compiler.RegoCompiler;
import io.sallyport.regoengine.eval.ToBytecode;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.services.LanguageClient;

/** Serves one client over two streams (LSP 3.17). Four threads: one reads, one checks, one answers, one compiles. */
public final class LanguageSession {
    /** The maximum number of questions that wait for an answer. */
    private static final int MAX_WAITING = 64;

    private static final ThreadFactory THREADS =
            Thread.ofPlatform().daemon().name("policy-lsp-", 0).factory();

    /** The library's log quotes messages, and so the texts of documents: nothing of it is written. */
    private static final Logger PROTOCOL_LOG = Logger.getLogger("org.eclipse.lsp4j");

    static {
        PROTOCOL_LOG.setLevel(Level.OFF);
    }

    private final DocumentRules rules;
    private final InstantSource wall;
    private final LongSupplier nanoClock;

    /**
     * Creates a session.
     *
     * @param rules by which documents are read
     * @param nanoClock elapsed nanoseconds; measures how long a text has not changed
     */
    public LanguageSession(DocumentRules rules, InstantSource wall, LongSupplier nanoClock) {
        this.rules = rules;
        this.wall = wall;
        this.nanoClock = nanoClock;
    }

    /**
     * Serves until the client ends the session, or the stream.
     *
     * @return whether the client had shut the server down before, as the protocol wants
     */
    public boolean serve(InputStream in, OutputStream out) {
        ExecutorService reading = executor();
        ExecutorService answers = executor();
        ExecutorService checks = executor();
        try (var compiler = new RegoCompiler(CompilerSettings.defaults(), nanoClock)) {
            var policies = new PolicyCompiler(
                    compiler, Authoring.ofGuardrails(), Authoring.ofSandbox(), ToBytecode.NEVER, rules);
            var rego = new RegoCheck(compiler, policies, EvalClock.of(wall, new SecureRandom()));
            var documents = new DocumentCheck(policies, rules);
            var client = new CompletableFuture<LanguageClient>();
            var server = new PolicyLanguageServer(new PolicyTextService(rego, answers), (files, unit) -> {
                var findings = new PublishedFindings(client.join(), unit);
                var edited =
                        new EditedWorkspace(files, new OpenDocuments(), new CheckSchedule(nanoClock), findings, unit);
                checks.execute(new CheckLoop(edited, rego, documents, wall));
                return edited;
            });
            Launcher<LanguageClient> launcher = new Launcher.Builder<LanguageClient>()
                    .setLocalService(server)
                    .setRemoteInterface(LanguageClient.class)
                    .setInput(new BoundedFrames(in))
                    .setOutput(out)
                    .setExecutorService(reading)
                    .create();
            client.complete(launcher.getRemoteProxy());
            var listening = launcher.startListening();
            reading.execute(() -> server.ended().complete(false)); // once nothing more can be read
            boolean isOrderly = server.ended().join();
            listening.cancel(true);
            return isOrderly;
        } finally {
            reading.shutdownNow();
            answers.shutdownNow();
            checks.shutdownNow();
        }
    }

    private static ExecutorService executor() {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MAX_WAITING), THREADS);
    }
}
