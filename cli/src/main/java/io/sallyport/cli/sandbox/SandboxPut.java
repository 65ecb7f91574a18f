package io.sallyport.cli.sandbox;

import io.sallyport.cli.command.BrowserFlag;
import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.DocumentsOptions;
import io.sallyport.cli.command.InputFiles;
import io.sallyport.cli.command.SandboxIdConverter;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.guardrails.NoteOption;
import io.sallyport.client.AdminClient;
import io.sallyport.client.ClientFiles;
import io.sallyport.client.ClientVariables;
import io.sallyport.client.EnvFile;
import io.sallyport.client.PlaceholderFiles;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.placeholder.PlaceholderFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Creates a sandbox or replaces its documents. */
@Command(
        name = "put",
        mixinStandardHelpOptions = true,
        description = {
            "Creates a sandbox or replaces all its documents. They are in force when the command returns, or wait for"
                    + " another person where approvals.sandboxes of the gateway says so.",
            "At creation and with --rotate, prints the variables for its clients to standard output, "
                    + "for a shell to source. They hold the sandbox's token and are shown this once. With --env, "
                    + "writes them to a file, with the roots that its clients trust beside it."
        })
final class SandboxPut extends OneSandbox implements Callable<Integer> {
    @Mixin
    private DocumentsOptions documents = new DocumentsOptions();

    @Option(
            names = "--env",
            paramLabel = "FILE",
            description = "Write the variables to this file, mode 0600, and beside it the files that they name.")
    private @Nullable Path env;

    @Option(
            names = "--proxy",
            paramLabel = "LISTENER",
            description = "The listener that the variables name: http (the default), socks (ALL_PROXY) or tls (an"
                    + " https:// proxy).")
    private @Nullable String proxy;

    @Option(names = "--browser", description = "With --env: " + BrowserFlag.DESCRIPTION)
    private boolean browser;

    @Option(names = "--rotate", description = "Make a new token; the old one is invalid when the command returns.")
    private boolean rotate;

    @Option(names = "--if-generation", paramLabel = "N", description = "Change the sandbox only at this generation.")
    private @Nullable Long ifGeneration;

    @Option(names = "--label", paramLabel = "NAME=VALUE", description = "A label; repeatable.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--run", paramLabel = "NAME", description = "The runner's name for this run.")
    private @Nullable String run;

    @Option(names = "--phase", paramLabel = "PHASE", description = "planning or execution.")
    private @Nullable String phase;

    @Option(
            names = "--phase-gate",
            paramLabel = "CAPABILITY",
            description = "A capability that is refused while planning, such as net.fetch.")
    private Set<String> phaseGates = new LinkedHashSet<>();

    @Option(
            names = "--identity-token",
            paramLabel = "FILE",
            description = "A signed JWT that says whom it works for; policy is told its claims.")
    private @Nullable Path identityToken;

    @Option(
            names = "--parent",
            paramLabel = "ID",
            converter = SandboxIdConverter.class,
            description = "The sandbox above this one, a ceiling for it.")
    private @Nullable SandboxId parent;

    @Option(
            names = "--workspace",
            paramLabel = "ID",
            converter = WorkspaceIdConverter.class,
            description = "The workspace that it is in, for life. By default its parent's, or the gateway's default.")
    private @Nullable WorkspaceId workspace;

    @Mixin
    private NoteOption note = new NoteOption();

    @Override
    public Integer call() throws CliException {
        SandboxDocuments change = change();
        String ifMatch = ifGeneration == null ? null : String.valueOf(ifGeneration);
        String token = InputFiles.textOrNull(identityToken);
        String listener = listener();
        return tell(
                client -> client.put(
                        id(), change, token == null ? null : token.strip(), listener, rotate, ifMatch, note.text()),
                reply -> show(reply));
    }

    @Override
    SourceTexts texts() throws CliException {
        return documents.texts();
    }

    @Override
    String waitedFor() {
        return "the gateway, and for the API servers of the harness where it has some";
    }

    private SandboxDocuments change() throws CliException {
        SandboxDocuments given = documents.read();
        return SandboxDocuments.builder()
                .lease(given.lease())
                .leaseConstraints(given.leaseConstraints())
                .harness(given.harness())
                .policy(given.policy())
                .rego(given.rego())
                .run(run)
                .phase(phase())
                .labels(labels)
                .parent(parent)
                .workspace(workspace)
                .phaseGates(phaseGates)
                .allowlistGet(given.allowlistGet())
                .enclosed(given.enclosed())
                .build();
    }

    private @Nullable String listener() throws CliException {
        if (proxy != null && !Set.of("http", "socks", "tls").contains(proxy)) {
            throw CliException.unusable("--proxy: " + proxy + " (expected: http, socks or tls)");
        }
        return proxy;
    }

    private @Nullable Phase phase() throws CliException {
        if (phase == null) {
            return null;
        }
        Phase read = Phase.of(phase);
        if (read == null) {
            throw CliException.unusable("--phase: " + phase + " (expected: planning or execution)");
        }
        return read;
    }

    @Override
    void accepted(AdminClient.Reply reply) throws CliException {
        if (env != null && reply.body().has("env")) {
            write(env, reply.body());
        }
    }

    private void show(AdminClient.Reply reply) {
        JsonNode body = reply.body();
        if (isPending(reply)) {
            err().println("%s: %s".formatted(id(), waits(reply)));
            err().println("Once it is in force, the same command with --rotate makes a token.");
            return;
        }
        String status = body.path("status").asString("in force");
        err().println("%s: %s, generation %s"
                .formatted(id(), status, body.path("generation").asString()));
        body.path("api_servers").forEach(this::showServer);
        if (env == null && body.has("env")) {
            out().print(EnvFile.shell(variables(body)));
        }
    }

    private void showServer(JsonNode server) {
        String name = server.path("name").asString();
        err().println("%s: API server %s: %s"
                .formatted(id(), name, server.path("state").asString()));
    }

    private static Map<String, String> variables(JsonNode body) {
        var variables = new LinkedHashMap<String, String>();
        body.path("env")
                .properties()
                .forEach(entry -> variables.put(entry.getKey(), entry.getValue().asString()));
        return variables;
    }

    private static List<PlaceholderFile> files(JsonNode body) {
        return body.path("files")
                .valueStream()
                .map(file -> new PlaceholderFile(
                        file.path("variable").asString(),
                        file.path("value").asString(),
                        file.path("name").asString(),
                        file.path("text").asString()))
                .toList();
    }

    private void write(Path file, JsonNode body) throws CliException {
        try {
            ClientFiles files = ClientFiles.write(file, body.path("ca_pem").asString(""), List.of(), browser);
            Map<String, String> variables = ClientVariables.of(variables(body), files);
            variables.putAll(PlaceholderFiles.write(file, files(body)));
            EnvFile.write(file, EnvFile.shell(variables));
            err().println("variables: " + file);
        } catch (IOException e) {
            throw CliException.unreachable(file + ": cannot be written: " + e.getMessage());
        }
    }
}
