package io.sallyport.gateway.endtoend;

import static io.sallyport.gateway.endtoend.Rig.OTHER;
import static io.sallyport.gateway.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.junit.RequireTool;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A harness with API servers, from its PUT to its end; the server is the example in Python. */
class ApiServersTest {
    private static final String URL = "http://words.api.internal/";

    @TempDir
    private Path folder = Path.of("");

    private Path programs = Path.of("");

    @BeforeEach
    void programs() throws Exception {
        RequireTool.require("python3");
        RequireTool.require("curl");
        RequireTool.require("setsid");
        programs = Files.createDirectories(folder.resolve("programs"));
        Files.copy(Path.of("../examples/api-servers/words"), programs.resolve("words"));
        Files.copy(Path.of("../examples/api-servers/words"), folder.resolve("outside"));
        programs.resolve("words").toFile().setExecutable(true);
        folder.resolve("outside").toFile().setExecutable(true);
    }

    @Test
    void aServerIsCalledByNameAndByNothingElse() throws Exception {
        int port = freePort();
        try (Rig rig = rig()) {
            Map<String, String> env = put(rig, server("words", port, ""));
            assertThat(call(rig, env, URL + "count")).isEqualTo("200 {\"words\": 2, \"characters\": 3}");
            assertThat(call(rig, env, "http://words.api.internal:" + port + "/count"))
                    .startsWith("200 ");
            assertThat(get(rig, env, "http://sallyport.internal/tools.json"))
                    .startsWith("200 ")
                    .contains("\"endpoint\":\"http://words.api.internal/count\"");
            assertThat(get(rig, env, "http://127.0.0.1:" + port + "/healthz"))
                    .startsWith("403 ")
                    .contains("address_refused");
            assertThat(get(rig, env, "http://other.api.internal/"))
                    .startsWith("403 ")
                    .contains("local_name");
            Map<String, String> stranger = rig.grant(OTHER, URL + "**");
            assertThat(get(rig, stranger, URL + "healthz")).startsWith("403 ").contains("local_name");
            assertThat(Files.readString(rig.state().resolve("audit.jsonl"))).doesNotContain(tokenOfServer());
            rig.admin().delete(SB);
            assertThat(serverProcesses()).isEmpty();
        }
    }

    @Test
    void aCrashFailsTheRun() throws Exception {
        try (Rig rig = rig()) {
            Map<String, String> env = put(rig, server("words", 0, ""));
            ProcessHandle process = serverProcesses().getFirst();
            process.destroyForcibly();
            process.onExit().get(30, TimeUnit.SECONDS);
            awaitFailed(rig);
            assertThat(call(rig, env, URL + "count"))
                    .startsWith("502 ")
                    .contains("api_server_down", "API server words");
            assertThat(rig.admin().get(SB).body().toString()).contains("API_SERVER_FAILED", "ended by signal 9");
            assertThat(Files.readString(rig.state().resolve("audit.jsonl"))).contains("api_server:words");
        }
    }

    @Test
    void nothingIsStartedThatTheOperatorDoesNotList() throws Exception {
        try (Rig rig = Rig.start(folder, Map.of())) {
            assertThat(refusal(rig, server("words", 0, ""))).contains("NOT_LISTED");
        }
    }

    /** A program outside, by any way of writing it, and one that is not there get the same answer. */
    @Test
    void whatIsOutsideTheListIsNotToldFromWhatIsNotThere() throws Exception {
        Files.createSymbolicLink(programs.resolve("link"), folder.resolve("outside"));
        try (Rig rig = rig()) {
            String absent = refusal(rig, server("absent", 0, ""));
            assertThat(absent).contains("NOT_LISTED").doesNotContain(folder.toString());
            assertThat(refusal(rig, server("link", 0, ""))).isEqualTo(absent);
            assertThat(refusal(rig, server("../outside", 0, ""))).contains("\"code\"");
        }
    }

    @Test
    void aVariableThatIsNotListedIsRefused() throws Exception {
        try (Rig rig = rig()) {
            assertThat(refusal(rig, server("words", 0, ", env: {HOME_OF: '${HOME}'}")))
                    .contains("UNKNOWN_VARIABLE");
        }
    }

    @Test
    void aServerThatDoesNotStartRefusesItsSandbox() throws Exception {
        Path broken = Files.writeString(programs.resolve("broken"), "#!/bin/sh\nexit 5\n");
        broken.toFile().setExecutable(true);
        try (Rig rig = rig()) {
            assertThat(refusal(rig, server("broken", 0, ""))).contains("API_SERVER_FAILED");
            assertThat(rig.admin().get(SB).status()).isEqualTo(404);
        }
    }

    private Rig rig() throws Exception {
        return Rig.start(folder, Map.of(), "api_servers: {directories: [\"programs\"]}");
    }

    private static String server(String script, int port, String more) {
        return "{name: words, script: " + script + ", port: " + port + more + "}";
    }

    private static Map<String, String> put(Rig rig, String server) throws Exception {
        AdminClient.Reply reply = rig.put(SB, documents(server));
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        return Rig.variables(reply);
    }

    private static String refusal(Rig rig, String server) throws Exception {
        AdminClient.Reply reply = rig.put(SB, documents(server));
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(422);
        return reply.body().toString();
    }

    private static SandboxDocuments documents(String server) {
        String harness = "agent: agents/a.md\nrole: coder\nmodel: m\napi_servers: [" + server + "]\n";
        return new SandboxDocuments(
                "{\"net.fetch\": [\"**\", \"http://*.api.internal/**\", \"" + URL
                        + "**\", \"http://words.api.internal:*/**\","
                        + " \"http://other.api.internal/**\", \"http://127.0.0.1:*/**\"]}",
                null,
                harness,
                null,
                Map.of(),
                "run-1",
                null,
                Map.of(),
                null,
                Set.of(),
                false);
    }

    private static String call(Rig rig, Map<String, String> env, String url) {
        return curl(rig, env, "-H", "Authorization: Bearer mine", "-d", "{\"text\": \"a b\"}", url);
    }

    private static String get(Rig rig, Map<String, String> env, String url) {
        return curl(rig, env, url);
    }

    private static String curl(Rig rig, Map<String, String> env, String... more) {
        var command = new ArrayList<>(List.of("curl", "-s", "--noproxy", "", "-w", "\n%{http_code}"));
        command.addAll(List.of(more));
        String said = rig.run(env, command.toArray(String[]::new)).out();
        int line = said.lastIndexOf('\n');
        return said.substring(line + 1) + " " + said.substring(0, line);
    }

    private static void awaitFailed(Rig rig) throws Exception {
        for (int round = 0; round < 1000; round++) {
            if (rig.admin().get(SB).body().path("status").asString().equals("failed")) {
                return;
            }
        }
        throw new AssertionError(rig.admin().get(SB).body().toString());
    }

    private static List<ProcessHandle> serverProcesses() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> commandLine(process).contains("--bind-address"))
                .toList();
    }

    /** As the process list has it. */
    private static String tokenOfServer() {
        String line = commandLine(serverProcesses().getFirst());
        return line.substring(line.indexOf("--token ") + 8).split(" ", 2)[0];
    }

    private static String commandLine(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }

    private static int freePort() throws Exception {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
