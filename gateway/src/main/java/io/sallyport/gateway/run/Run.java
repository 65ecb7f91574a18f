package io.sallyport.gateway.run;

import io.sallyport.admin.Control.SandboxAnswer;
import io.sallyport.admin.Control.SandboxChange;
import io.sallyport.admin.Control.Tokens;
import io.sallyport.gateway.client.ClientFiles;
import io.sallyport.gateway.client.ClientVariables;
import io.sallyport.gateway.config.Config;
import io.sallyport.gateway.serve.Gateway;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.gateway.state.CaStore;
import io.sallyport.gateway.state.MemoryStore;
import io.sallyport.model.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.Listen;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One command behind a gateway that lives as long as it: no control API, nothing on disk. Confined to one thread but for {@link #end}. */
public final class Run {
    private static final SandboxId ID = new SandboxId("run");
    private static final String LOOPBACK_NAMES = "localhost,127.0.0.1,::1";

    private final Config config;
    private final boolean browser;
    private final PrintWriter err;
    private volatile @Nullable Child child;

    /**
     * A run that tells its refusals on {@code err}.
     *
     * @param browser whether a browser that the command starts is to trust the sandbox's CA
     */
    public Run(Config config, boolean browser, PrintWriter err) {
        this.config = config;
        this.browser = browser;
        this.err = err;
    }

    /** How it ended. */
    public sealed interface Ended {
        record Exited(int code) implements Ended {}

        /** Nothing was started: the documents are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements Ended {}
    }

    /** Runs {@code command} with this process's streams and environment, with what its clients need to get through and to trust what they are shown. */
    public Ended of(SandboxDocuments documents, List<String> command) throws StartException, InterruptedException {
        var telltale = new Telltale(err);
        try (Gateway gateway = start(telltale)) {
            SandboxAnswer answer = gateway.control()
                    .put(ID, new SandboxChange(documents, -1, false))
                    .toCompletableFuture()
                    .join();
            return switch (answer) {
                case SandboxAnswer.InForce inForce -> {
                    inForce.diagnostics().forEach(err::println);
                    int code = run(command, gateway.proxyUrl(), inForce);
                    err.println(telltale.summary());
                    yield new Ended.Exited(code);
                }
                case SandboxAnswer.Refused(var diagnostics) -> new Ended.Refused(diagnostics);
                case SandboxAnswer.Unavailable(var why) -> throw new StartException(why);
                case SandboxAnswer.MovedOn _, SandboxAnswer.Unknown _, SandboxAnswer.Taken _ ->
                    throw new IllegalStateException("a new gateway knew the sandbox: " + answer);
            };
        } finally {
            err.flush();
        }
    }

    /** Its only listener is the run's own port: clients that cannot send credentials get through as well. */
    private Gateway start(Telltale telltale) throws StartException {
        var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return Gateway.start(
                config,
                List.of(Listen.own(ID, anyPort, SameUser.ofThisMachine())),
                new MemoryStore(),
                CaStore.MEMORY_ONLY,
                telltale);
    }

    private int run(List<String> command, String proxyUrl, SandboxAnswer.InForce inForce)
            throws StartException, InterruptedException {
        try (var folder = TemporaryFolder.create("sallyport-run")) {
            ClientFiles files = ClientFiles.write(
                    folder.path().resolve("run"),
                    inForce.view().caPem(),
                    config.egress().trust(),
                    browser);
            return run(command, ClientVariables.of(variables(proxyUrl, inForce.fresh()), files));
        } catch (IOException e) {
            throw new StartException("the files for clients cannot be written: " + e.getMessage(), e);
        }
    }

    private int run(List<String> command, Map<String, String> variables) throws StartException, InterruptedException {
        err.println("sallyport: proxy variables are no fence: without a network of its own, " + command.getFirst()
                + " could go round the proxy (docs/deploy.md)");
        err.flush();
        Child started = start(command, variables);
        var stop = new Thread(started::end);
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            return started.await();
        } finally {
            removeHook(stop);
        }
    }

    private Child start(List<String> command, Map<String, String> variables) throws StartException {
        try {
            Child started = Child.start(command, variables);
            child = started;
            return started;
        } catch (IOException e) {
            throw new StartException(command.getFirst() + ": cannot be started: " + e.getMessage(), e);
        }
    }

    /** Ends the command with all that it started; the run then ends with its exit code. False where none was started. */
    public boolean end() {
        Child running = child;
        if (running != null) {
            running.end();
        }
        return running != null;
    }

    private static void removeHook(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException _) {
            // the JVM is going down already, and the hook has done its work
            return;
        }
    }

    private static Map<String, String> variables(String proxyUrl, @Nullable Tokens tokens) {
        if (tokens == null) {
            throw new IllegalStateException("a new sandbox came without tokens");
        }
        String url = proxyUrl.replace("://", "://" + ID + ":" + tokens.proxyToken() + "@");
        return Map.of(
                "HTTP_PROXY",
                url,
                "HTTPS_PROXY",
                url,
                "http_proxy",
                url,
                "https_proxy",
                url,
                "NO_PROXY",
                LOOPBACK_NAMES,
                "no_proxy",
                LOOPBACK_NAMES);
    }
}
