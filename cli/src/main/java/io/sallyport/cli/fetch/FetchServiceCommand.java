package io.sallyport.cli.fetch;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.HarnessFlags;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.configuration.Values;
import io.sallyport.configuration.url.AdvertisedUrl;
import io.sallyport.fetch.forge.ForgeSite;
import io.sallyport.fetch.landing.Executables;
import io.sallyport.fetch.landing.UploadRuns;
import io.sallyport.gateway.serve.ProcessSignals;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.leasebridge.harness.Harness;
import io.sallyport.leasebridge.harness.HarnessContext;
import io.sallyport.leasebridge.harness.HarnessReader;
import io.sallyport.leasebridge.harness.HarnessSettings;
import io.sallyport.model.SandboxId;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.JsonNodeFactory;

/** Runs the fetch endpoint alone, for one run, until it is told to stop. */
@Command(
        name = "fetch-service",
        mixinStandardHelpOptions = true,
        description = {
            "Serves runtime fetches of skills to one run, for runners without the proxy.",
            "Prints one line of JSON when it is ready: url, token, cache, audit, sandbox. Reads the "
                    + "credential for the forge from SALLYPORT_FORGE_TOKEN. SIGTERM ends it."
        },
        exitCodeList = {
            "0:ended by a signal",
            "1:the harness does not allow runtime fetches",
            "2:the harness is not usable",
            "3:it cannot start"
        })
public final class FetchServiceCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--harness",
            required = true,
            paramLabel = "FILE",
            description = "The harness file whose allowlist and opt-in count.")
    private Path harness = Path.of("");

    @Option(
            names = "--state",
            required = true,
            paramLabel = "DIR",
            description = "The folder of the cache, the audit and, by default, of what lands.")
    private Path state = Path.of("");

    @Option(names = "--forge-api", paramLabel = "URL", description = "Where GitHub's API begins.")
    private String forgeApi = ForgeSite.GITHUB_API;

    @Option(
            names = "--forge-git",
            paramLabel = "URL",
            description = "Where GitHub's repositories begin, for git over HTTP where the API cannot give a skill, or"
                    + " never. Without: https://github.com/, unless --forge-api names another API.")
    private @Nullable String forgeGit;

    @Option(
            names = "--gitlab-git",
            paramLabel = "URL",
            description = "Where GitLab's repositories begin, or never (default: as for GitHub).")
    private @Nullable String gitlabGit;

    @Option(
            names = "--gitlab-api",
            paramLabel = "URL",
            description = "Where GitLab's API begins (default: GitLab is off).")
    private @Nullable String gitlabApi;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS:PORT",
            description = "Where to listen; the system chooses port 0, the default.")
    private String listen = "127.0.0.1:0";

    @Option(
            names = "--advertise",
            paramLabel = "URL",
            description = "The URL by which the sandbox reaches the endpoint (default: where it listens).")
    private @Nullable String advertised;

    @Option(
            names = "--destination",
            paramLabel = "DIR",
            description = "Where skills land (default: in the state directory).")
    private @Nullable Path destination;

    @Option(names = "--shown", paramLabel = "DIR", description = "The same directory as the sandbox names it.")
    private @Nullable String shown;

    @Option(names = "--trust", paramLabel = "FILE", arity = "1..*", description = "Roots beside the system's, PEM.")
    private List<Path> trust = new ArrayList<>();

    @Option(names = "--offline", description = "Serve only what the cache holds.")
    private boolean offline;

    @Option(
            names = "--executable",
            paramLabel = "WORD",
            description = "Which files may be executed: shebang (those that begin with #!) or never.")
    private String executable = Executables.SHEBANG.word();

    @Option(names = "--sandbox", paramLabel = "ID", description = "The sandbox that the records name.")
    private String sandbox = "run";

    @Option(names = "--run", paramLabel = "ID", description = "The run that the records name.")
    private @Nullable String run;

    @Option(
            names = {"-v", "--verbose"},
            description = "Print a line on standard error for each fetch, as on a terminal.")
    private boolean verbose;

    @Mixin
    private UploadFlags upload = new UploadFlags();

    @Mixin
    private HarnessFlags flags = new HarnessFlags();

    @Override
    public Integer call() throws CliException {
        FetchServiceSettings settings = settings(allowed());
        var ended = new CountDownLatch(1);
        ProcessSignals.on("TERM", ended::countDown);
        ProcessSignals.on("INT", ended::countDown);
        PrintWriter told =
                verbose || ProgressLine.isTerminal() ? spec.commandLine().getErr() : null;
        try (FetchService service = FetchService.start(settings, told)) {
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
        if (!read.runtimeFetch().isAllowed()) {
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
        if (shown != null && Values.sandboxPath(shown) == null) {
            throw CliException.unusable("--shown: " + shown + " (expected: " + Values.SANDBOX_PATH + ")");
        }
        InetSocketAddress address = Values.socketAddress(listen);
        if (address == null) {
            throw CliException.unusable("--listen: " + listen + " (expected: " + Values.SOCKET_ADDRESS + ")");
        }
        if (advertised != null && AdvertisedUrl.reachable(advertised) == null) {
            throw CliException.unusable("--advertise: " + advertised + " (expected: " + AdvertisedUrl.EXPECTED + ")");
        }
        UploadRuns uploads = upload.runs();
        if (uploads != null && (shown == null || destination != null)) {
            throw CliException.unusable("--upload needs --shown, and has no --destination beside it");
        }
        String token = System.getenv("SALLYPORT_FORGE_TOKEN");
        return new FetchServiceSettings(
                allowed,
                id,
                run,
                address,
                advertised,
                state,
                destination,
                shown,
                forgeApi,
                forgeGit,
                gitlabApi,
                gitlabGit,
                trust,
                token == null || token.isEmpty() ? null : token,
                offline,
                executables,
                uploads);
    }
}
