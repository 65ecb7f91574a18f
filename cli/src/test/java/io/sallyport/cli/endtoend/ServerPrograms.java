package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Programs that a gateway may start as API servers, including the example {@code words}, and sandboxes that use them.
 */
public record ServerPrograms(Path folder) {
    /** For {@code api_servers}: enough time for what a test starts, however slow the machine is. */
    public static final String PATIENT = "startup_timeout: 10m";

    private static final JsonMapper JSON = JsonMapper.shared();

    /** Creates them in a new folder below {@code parent}. */
    public static ServerPrograms in(Path parent) throws IOException {
        RequireTool.require("python3");
        RequireTool.require("setsid");
        Path folder = Files.createDirectories(parent.resolve("programs"));
        Path words = Files.copy(Path.of("../examples/api-servers/words"), folder.resolve("words"));
        words.toFile().setExecutable(true, false);
        return new ServerPrograms(folder);
    }

    void write(String name, String script) throws IOException {
        Path file = Files.writeString(folder.resolve(name), script);
        file.toFile().setExecutable(true, false);
    }

    /** Writes a program that runs {@code script} and then becomes the example {@code words}. */
    public void writeWords(String name, String script) throws IOException {
        writeShell(name, script + "\nexec \"" + folder.resolve("words") + "\" \"$@\"\n");
    }

    public void writeShell(String name, String script) throws IOException {
        write(name, "#!/bin/sh\n" + script);
    }

    /** Starts a gateway that may start them, with its state next to them. */
    Rig rig() throws Exception {
        Path beside = Objects.requireNonNull(folder.getParent());
        return Rig.start(beside, Map.of(), "api_servers: {directories: [\"programs\"], " + PATIENT + "}");
    }

    /** Returns a harness with {@code program} as its server {@code words}. */
    static String harness(String program, int port) {
        return "agent: a.md\nrole: coder\napi_servers: [{name: words, script: " + program + ", port: " + port + "}]\n";
    }

    /** Returns the documents of a sandbox with {@code program} as its server {@code words}. */
    public static SandboxDocuments documents(String program) {
        return documents(program, null, Map.of());
    }

    /** Returns the documents of a child with its own Rego. */
    static SandboxDocuments documents(String program, @Nullable SandboxId parent, Map<String, String> rego) {
        return documents(harness(program, 0), parent, rego, "http://words.api.internal/**");
    }

    /** Returns the documents of a sandbox with that harness, which may call {@code patterns}. */
    static SandboxDocuments documents(
            String harness, @Nullable SandboxId parent, Map<String, String> rego, String... patterns) {
        return SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"" + String.join("\", \"", patterns) + "\"]}")
                .harness(harness)
                .rego(rego)
                .run("run-1")
                .parent(parent)
                .build();
    }

    static AdminClient.Reply send(Rig rig, String method, String path, @Nullable String body) throws IOException {
        return rig.admin().send(method, "/v1/" + path, body == null ? null : JSON.readTree(body), Map.of());
    }

    /** Returns the process of the single server after {@code id} was created with {@code words}. */
    static ProcessHandle put(Rig rig, SandboxId id, @Nullable SandboxId parent) throws IOException {
        AdminClient.Reply reply = rig.put(id, documents("words", parent, Map.of()));
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        assertThat(running()).hasSize(1);
        return running().getFirst();
    }

    /** Returns the running servers that this process has started. */
    static List<ProcessHandle> running() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().commandLine().orElse("").contains("--bind-address"))
                .toList();
    }
}
