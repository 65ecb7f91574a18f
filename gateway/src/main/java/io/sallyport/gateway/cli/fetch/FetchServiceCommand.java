package io.sallyport.gateway.cli.fetch;

import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.gateway.cli.command.CliException;
import io.sallyport.gateway.cli.command.ExitCodes;
import io.sallyport.gateway.cli.command.HarnessFlags;
import io.sallyport.gateway.cli.command.InputFiles;
import io.sallyport.gateway.serve.Signals;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.leasebridge.harness.Harness;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.model.SandboxId;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.JsonNodeFactory;

/** The fetch endpoint alone, for one run, until it is told to stop. */
@Command(
        name = "fetch-service",
        mixinStandardHelpOptions = true,
        description = {
            "Serves runtime fetches of skills to one run, for runners without the proxy.",
            "Prints one line of JSON when it is ready: url, token, cache, audit, sandbox. The credential for the forge"
                    + " comes from SALLYPORT_FORGE_TOKEN. SIGTERM ends it. 1: the harness does not allow runtime fetches;"
                    + " 2: the harness is none; 3: it cannot start."
        })
public final class FetchServiceCommand implements Callable<Integer> {
    private static final Pattern ADDRESS = Pattern.compile("\\[?([0-9a-fA-F:.]+?)\\]?:([0-9]{1,5})");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--harness",
            required = true,
            paramLabel = "FILE",
            description = "Whose allowlist and opt-in count.")
    private Path harness = Path.of("");

    @Option(
            names = "--state",
            required = true,
            paramLabel = "DIR",
            description = "Holds the cache, the audit and, by default, what is landed.")
    private Path state = Path.of("");

    @Option(names = "--forge-api", paramLabel = "URL", description = "Where GitHub's API begins.")
    private String forgeApi = ForgeSite.GITHUB_API;

    @Option(
            names = "--gitlab-api",
            paramLabel = "URL",
            description = "Where GitLab's API begins; without: GitLab is off.")
    private @Nullable String gitlabApi;

    @Option(names = "--listen", paramLabel = "ADDRESS:PORT", description = "Port 0 is a chosen one, the default.")
    private String listen = "127.0.0.1:0";

    @Option(
            names = "--advertise",
            paramLabel = "URL",
            description = "The whole endpoint as the sandbox reaches it; without: where it listens.")
    private @Nullable String advertised;

    @Option(
            names = "--destination",
            paramLabel = "DIR",
            description = "Where skills land; without: in the state directory.")
    private @Nullable Path destination;

    @Option(names = "--shown", paramLabel = "DIR", description = "The same directory as the sandbox names it.")
    private @Nullable String shown;

    @Option(names = "--trust", paramLabel = "FILE", arity = "1..*", description = "Roots beside the system's, PEM.")
    private List<Path> trust = new ArrayList<>();

    @Option(names = "--offline", description = "Serve only what the cache holds.")
    private boolean offline;

    @Option(names = "--executable", paramLabel = "WORD", description = "shebang (files that begin with #!) or never.")
    private String executable = Executables.SHEBANG.word();

    @Option(names = "--sandbox", paramLabel = "ID", description = "Whose records they are.")
    private String sandbox = "run";

    @Option(names = "--run", paramLabel = "ID", description = "Which run the records name.")
    private @Nullable String run;

    @Mixin
    private HarnessFlags flags = new HarnessFlags();

    @Override
    public Integer call() throws CliException {
        FetchServiceSettings settings = settings(allowed());
        var ended = new CountDownLatch(1);
        Signals.on("TERM", ended::countDown);
        Signals.on("INT", ended::countDown);
        try (FetchService service = FetchService.start(settings)) {
            spec.commandLine().getOut().println(line(service));
            spec.commandLine().getOut().flush();
            ended.await();
            return ExitCodes.OK;
        } catch (StartException e) {
            throw CliException.unreachable(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ExitCodes.UNREACHABLE;
        }
    }

    private static String line(FetchService service) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("url", service.url())
                .put("token", service.token())
                .put("cache", service.cache().toString())
                .put("audit", service.auditFile().toString())
                .put("sandbox", service.destination().toString())
                .toString();
    }

    private Harness allowed() throws CliException {
        var context = new HarnessContext(
                flags.settings(HarnessSettings.BY_DEFAULT), flags.project(harness), flags.platform(), false);
        Harness read = switch (HarnessReader.read(InputFiles.name(harness), InputFiles.text(harness), context)) {
            case HarnessReader.Refused(var diagnostics) -> throw CliException.refused(diagnostics);
            case HarnessReader.Read(var found, var _) -> found;
        };
        if (!read.allowRuntimeFetch()) {
            throw CliException.no(harness + ": runtime fetches are not allowed (expected: allow_runtime_fetch: true)");
        }
        return read;
    }

    private FetchServiceSettings settings(Harness allowed) throws CliException {
        SandboxId id = SandboxId.parse(sandbox);
        Executables executables = Executables.of(executable);
        if (id == null || executables == null) {
            throw CliException.unusable(
                    id == null ? "--sandbox: " + sandbox + " is no id" : "--executable: " + executable);
        }
        if (shown != null && !shown.matches("/([^/\\x00-\\x1f]+/)*[^/\\x00-\\x1f]+")) {
            throw CliException.unusable(
                    "--shown: " + shown + " (expected: an absolute path without a slash at its end)");
        }
        String token = System.getenv("SALLYPORT_FORGE_TOKEN");
        return new FetchServiceSettings(
                allowed,
                id,
                run,
                address(),
                advertised,
                state,
                destination,
                shown,
                forgeApi,
                gitlabApi,
                trust,
                token == null || token.isEmpty() ? null : token,
                offline,
                executables);
    }

    private InetSocketAddress address() throws CliException {
        Matcher written = ADDRESS.matcher(listen);
        try {
            int port = written.matches() ? Integer.parseInt(written.group(2)) : -1;
            if (port >= 0 && port <= 65_535) {
                return new InetSocketAddress(InetAddress.getByName(written.group(1)), port);
            }
        } catch (UnknownHostException _) {
            // told below
        }
        throw CliException.unusable("--listen: " + listen + " (expected: ADDRESS:PORT)");
    }
}
