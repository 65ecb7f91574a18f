package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A gateway process with API servers that is killed (SIGKILL), and its successor. */
class KilledWithServersTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    /** Ignores the end of the gateway and has a child in a group of its own, which creates orphans. */
    private static final String STUBBORN = """
            #!/bin/sh
            trap '' TERM
            setsid sleep 1000 &
            WORDS "$@" &
            while true; do wait; done
            """;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void programs() throws IOException {
        RequireTool.requireFile("/proc/self/stat");
        ServerPrograms programs = ServerPrograms.in(folder);
        programs.write(
                "stubborn",
                STUBBORN.replace("WORDS", programs.folder().resolve("words").toString()));
    }

    @Test
    void aServerEndsWithAGatewayThatIsKilled() throws Exception {
        RequireTool.require("setpriv");
        try (Client serve = serve()) {
            put(admin(GatewayJvm.ready(serve)), "words");
            ProcessHandle server = servers(serve).stream()
                    .filter(process -> process.info().command().orElse("").contains("python"))
                    .findFirst()
                    .orElseThrow();
            kill(serve);
            server.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void whatIsLeftIsEndedByTheNextGatewayAndTheSandboxHasFailed() throws Exception {
        List<ProcessHandle> left;
        try (Client serve = serve()) {
            put(admin(GatewayJvm.ready(serve)), "stubborn");
            left = servers(serve);
            assertThat(left).hasSizeGreaterThanOrEqualTo(3);
            kill(serve);
        }
        assertThat(left).anyMatch(ProcessHandle::isAlive);
        try (Client serve = serve()) {
            AdminClient admin = admin(GatewayJvm.ready(serve));
            for (ProcessHandle process : left) {
                process.onExit().get(60, TimeUnit.SECONDS);
            }
            JsonNode view =
                    admin.send("GET", "/v1/sandboxes/sb-1", null, Map.of()).body();
            assertThat(view.path("status").asString()).isEqualTo("failed");
            assertThat(view.path("api_servers").path(0).path("failure").asString())
                    .isEqualTo("gateway_restarted");
            assertThat(admin.send("DELETE", "/v1/sandboxes/sb-1", null, Map.of())
                            .status())
                    .isEqualTo(204);
            put(admin, "words");
            serve.terminate();
            serve.await(SOON);
        }
        assertThat(audit()).contains("left behind by an earlier gateway, ended", "failed: gateway_restarted");
    }

    private String audit() throws IOException {
        return Files.readString(folder.resolve("state/audit.jsonl"));
    }

    private Client serve() throws IOException {
        Path config = Files.writeString(folder.resolve("sallyport.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                api_servers: {directories: ["programs"], startup_timeout: 10m}
                """);
        return GatewayJvm.serve(folder, config);
    }

    private static List<ProcessHandle> servers(Client serve) {
        try (Stream<ProcessHandle> all =
                ProcessHandle.of(serve.pid()).orElseThrow().descendants()) {
            return all.toList();
        }
    }

    private static void kill(Client serve) {
        ProcessHandle.of(serve.pid()).orElseThrow().destroyForcibly();
        assertThat(serve.await(SOON).exit()).isEqualTo(137);
    }

    private static AdminClient admin(JsonNode ready) throws IOException {
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        return new AdminClient(URI.create(ready.path("admin").asString()), token);
    }

    private static void put(AdminClient admin, String program) throws IOException {
        JsonNode body = JsonNodeFactory.instance.objectNode().put("harness", ServerPrograms.harness(program, 0));
        AdminClient.Reply reply = admin.send("PUT", "/v1/sandboxes/sb-1", body, Map.of());
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
    }
}
