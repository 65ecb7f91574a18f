package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.OTHER;
import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.junit.RequireTool;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A harness with API servers, from its PUT to its deletion; the server is the example in Python. */
class ApiServersTest {
    private static final String URL = "http://words.api.internal/";

    @TempDir
    private Path folder = Path.of("");

    private ServerPrograms programs = new ServerPrograms(folder);

    @BeforeEach
    void programs() throws Exception {
        RequireTool.require("curl");
        programs = ServerPrograms.in(folder);
        Files.copy(programs.folder().resolve("words"), folder.resolve("outside"), StandardCopyOption.COPY_ATTRIBUTES);
    }

    @Test
    void aServerIsCalledByNameAndByNothingElse() throws Exception {
        int port = freePort();
        try (Rig rig = programs.rig()) {
            Map<String, String> env = put(rig, server("words", port, ""));
            assertThat(call(rig, env, URL + "count")).isEqualTo("200 {\"words\": 2, \"characters\": 3}");
            assertThat(call(rig, env, "http://words.api.internal:" + port + "/count"))
                    .startsWith("200 ");
            assertThat(rig.answer(env, "http://sallyport.internal/tools.json"))
                    .startsWith("200 ")
                    .contains("\"endpoint\":\"http://words.api.internal/count\"");
            assertThat(rig.answer(env, "http://127.0.0.1:" + port + "/healthz"))
                    .startsWith("403 ")
                    .contains("address_refused");
            assertThat(rig.answer(env, "http://other.api.internal/"))
                    .startsWith("403 ")
                    .contains("local_name");
            Map<String, String> stranger = rig.grant(OTHER, URL + "**");
            assertThat(rig.answer(stranger, URL + "healthz")).startsWith("403 ").contains("local_name");
            assertThat(Files.readString(rig.state().resolve("audit.jsonl"))).doesNotContain(tokenOfServer());
            rig.admin().delete(SB);
            assertThat(ServerPrograms.running()).isEmpty();
        }
    }

    @Test
    void aCrashFailsTheRun() throws Exception {
        try (Rig rig = programs.rig()) {
            Map<String, String> env = put(rig, server("words", 0, ""));
            ProcessHandle process = ServerPrograms.running().getFirst();
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
    void whatFailedIsReportedWithItsStatusAndItsLastLines() throws Exception {
        programs.writeWords("failing", "echo 'no space left' >&2");
        try (Rig rig = programs.rig()) {
            put(rig, server("failing", 0, ""));
            ServerPrograms.running().getFirst().destroyForcibly();
            awaitFailed(rig);
            JsonNode server = rig.admin().get(SB).body().path("api_servers").path(0);
            assertThat(server.path("name").asString()).isEqualTo("words");
            assertThat(server.path("state").asString()).isEqualTo("failed");
            assertThat(server.path("failure").asString()).isEqualTo("crashed");
            assertThat(server.path("exit_status").asInt()).isEqualTo(137);
            assertThat(server.path("last_lines").toString()).contains("no space left");
            assertThat(rig.metrics())
                    .contains("sallyport_api_servers{state=\"failed\"} 1.0\n")
                    .contains("sallyport_api_server_runs_total{outcome=\"crashed\"} 1.0\n")
                    .contains("sallyport_api_server_runs_total{outcome=\"ended\"} 0.0\n");
        }
    }

    @Test
    void eachChangeOfAServerIsInTheAudit() throws Exception {
        try (Rig rig = programs.rig()) {
            put(rig, server("words", 0, ""));
            assertThat(rig.metrics()).contains("sallyport_api_servers{state=\"healthy\"} 1.0\n");
            assertThat(rig.admin().get(SB).body().path("api_servers").toString())
                    .isEqualTo("[{\"name\":\"words\",\"state\":\"healthy\"}]");
            rig.admin().delete(SB);
            assertThat(rig.metrics())
                    .contains("sallyport_api_servers{state=\"healthy\"} 0.0\n")
                    .contains("sallyport_api_server_runs_total{outcome=\"ended\"} 1.0\n");
        }
        List<JsonNode> told = lifecycle();
        assertThat(told)
                .extracting(record -> record.path("rule").asString(""))
                .containsExactly(
                        "api_server:words", "api_server:words", "api_server:words", "api_server:words", "api_servers");
        assertThat(told)
                .extracting(record -> record.path("detail").asString(""))
                .startsWith("starting", "healthy", "stopping", "stopped, exit status 0")
                .last()
                .asString()
                .startsWith("ended; logs in ");
        assertThat(told).allMatch(record -> record.path("run").asString("").equals("run-1"));
    }

    @Test
    void theLogsOfARunAreKeptWhereTheRecordSays() throws Exception {
        String token;
        try (Rig rig = programs.rig()) {
            Map<String, String> env = put(rig, server("words", 0, ""));
            call(rig, env, URL + "count");
            token = tokenOfServer();
            rig.admin().delete(SB);
        }
        String said = lifecycle().getLast().path("detail").asString();
        Path logs = Path.of(said.substring("ended; logs in ".length()));
        assertThat(Files.readString(logs.resolve("words.log")))
                .contains("POST /count 200")
                .doesNotContain(token);
        Path run = Objects.requireNonNull(logs.getParent());
        try (Stream<Path> left = Files.list(run)) {
            assertThat(left).as("nothing but the logs").containsExactly(logs);
        }
    }

    @Test
    void afterARestartASandboxHasFailedUntilItIsPutAgain() throws Exception {
        int port = freePort();
        try (Rig rig = programs.rig()) {
            Map<String, String> env = put(rig, server("words", port, ""));
            rig.restart();
            assertThat(ServerPrograms.running()).isEmpty();
            JsonNode view = rig.admin().get(SB).body();
            assertThat(view.path("status").asString()).isEqualTo("failed");
            assertThat(view.path("diagnostics").toString()).contains("API server words: the gateway was restarted");
            assertThat(view.path("api_servers").toString())
                    .isEqualTo("[{\"name\":\"words\",\"state\":\"failed\",\"failure\":\"gateway_restarted\"}]");
            assertThat(call(rig, rig.rebased(env), URL + "count"))
                    .startsWith("502 ")
                    .contains("api_server_down");
            assertThat(refusal(rig, server("words", port, ""))).contains("SERVERS_RUN");
            assertThat(rig.metrics()).contains("runs_total{outcome=\"gateway_restarted\"} 1.0\n");
            rig.admin().delete(SB);
            Map<String, String> again = put(rig, server("words", port, ""));
            assertThat(call(rig, again, URL + "count")).startsWith("200 ");
            rig.admin().delete(SB);
            rig.restart();
            assertThat(rig.metrics()).contains("runs_total{outcome=\"gateway_restarted\"} 0.0\n");
        }
        assertThat(lifecycle())
                .extracting(record -> record.path("detail").asString(""))
                .contains("failed: gateway_restarted");
    }

    /** After the programs were replaced, the sandbox's policy can still be narrowed. */
    @Test
    void aSandboxIsPutAgainWhateverBecameOfTheFilesOfItsPrograms() throws Exception {
        try (Rig rig = programs.rig()) {
            put(rig, server("words", 0, ""));
            Files.delete(programs.folder().resolve("words"));
            assertThat(rig.put(SB, documents(server("words", 0, ""))).status()).isEqualTo(200);
            assertThat(refusal(rig, server("words", 0, ", env: {A: b}"))).contains("NOT_LISTED");
            assertThat(rig.admin().get(SB).body().path("api_servers").toString())
                    .contains("\"healthy\"");
        }
    }

    @Test
    void aPortThatWasTakenBeforeTheStartIsInTheAudit() throws Exception {
        try (Rig rig = programs.rig();
                var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(refusal(rig, server("words", taken.getLocalPort(), ""))).contains("another program listens");
        }
        assertThat(lifecycle())
                .extracting(record -> record.path("detail").asString(""))
                .first()
                .isEqualTo("failed: port_taken");
    }

    /** The harness may be valid, so its owner can try again. */
    @Test
    void whatTheGatewayLacksForAStartIsNoFaultOfTheHarness() throws Exception {
        try (Rig rig = programs.rig()) {
            Files.writeString(rig.state().resolve("api-servers"), "in the way");
            AdminClient.Reply reply = rig.put(SB, documents(server("words", 0, "")));
            assertThat(reply.status()).as(reply.body().toString()).isEqualTo(503);
            assertThat(reply.body().toString()).contains("could not be started");
        }
        assertThat(lifecycle())
                .extracting(record -> record.path("detail").asString(""))
                .startsWith("failed: not_started");
    }

    private List<JsonNode> lifecycle() throws Exception {
        return Files.readAllLines(folder.resolve("state/audit.jsonl")).stream()
                .map(JsonMapper.shared()::readTree)
                .filter(record -> record.path("rule").asString("").startsWith("api_server"))
                .filter(record -> record.path("kind").asString("").equals("lifecycle"))
                .toList();
    }

    @Test
    void nothingIsStartedThatTheOperatorDoesNotList() throws Exception {
        try (Rig rig = Rig.start(folder, Map.of())) {
            assertThat(refusal(rig, server("words", 0, ""))).contains("NOT_LISTED");
        }
    }

    /** A program outside of the list, however it is written, gets the same answer as one that does not exist. */
    @Test
    void whatIsOutsideTheListIsNotToldFromWhatIsNotThere() throws Exception {
        Files.createSymbolicLink(programs.folder().resolve("link"), folder.resolve("outside"));
        try (Rig rig = programs.rig()) {
            String absent = refusal(rig, server("absent", 0, ""));
            assertThat(absent).contains("NOT_LISTED").doesNotContain(folder.toString());
            assertThat(refusal(rig, server("link", 0, ""))).isEqualTo(absent);
            assertThat(refusal(rig, server("../outside", 0, ""))).contains("\"code\"");
        }
    }

    @Test
    void aVariableThatIsNotListedIsRefused() throws Exception {
        try (Rig rig = programs.rig()) {
            assertThat(refusal(rig, server("words", 0, ", env: {HOME_OF: '${HOME}'}")))
                    .contains("UNKNOWN_VARIABLE");
            assertThat(refusal(rig, server("words", 0, ", env: {USER: '${USER}'}")))
                    .contains("UNKNOWN_VARIABLE");
        }
    }

    /** A document is refused with its place, whichever part of the gateway finds that it cannot be satisfied. */
    @Test
    void whatAnEnvironmentCannotOrMayNotHoldIsADocumentsFault() throws Exception {
        try (Rig rig = programs.rig()) {
            assertThat(refusal(rig, server("words", 0, ", env: {PATH: /tmp/x}")))
                    .contains("RESERVED_NAME");
            assertThat(refusal(rig, server("words", 0, ", env: {A-B: x}"))).contains("BAD_VALUE");
            assertThat(refusal(rig, server("words", 0, ", env: {LEVEL: 3}"))).contains("NOT_LISTED");
            assertThat(refusal(rig, "{name: words-, script: words, port: 0}")).contains("BAD_VALUE");
            assertThat(rig.admin().get(SB).status()).isEqualTo(404);
        }
    }

    @Test
    void aServerThatDoesNotStartRefusesItsSandbox() throws Exception {
        programs.writeShell("broken", "exit 5\n");
        try (Rig rig = programs.rig()) {
            assertThat(refusal(rig, server("broken", 0, ""))).contains("API_SERVER_FAILED");
            assertThat(rig.admin().get(SB).status()).isEqualTo(404);
        }
    }

    @Test
    void aTokenInAFileStandsOnNoCommandLine() throws Exception {
        try (Rig rig = programs.rig()) {
            Map<String, String> env = put(rig, server("words", 0, ", token: file"));
            assertThat(call(rig, env, URL + "count")).startsWith("200 ");
            assertThat(commandLine(ServerPrograms.running().getFirst()))
                    .contains("--token-file")
                    .doesNotContain("--token ");
        }
    }

    /** As root, with an existing user. */
    @Test
    void serversOfAnotherUserAreCalledAndEndedAndReadNothingOfTheGateway() throws Exception {
        assumeTrue("root".equals(System.getProperty("user.name")), "skipped: only root can become another user");
        RequireTool.require("setpriv");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        programs.writeWords(
                "nosy",
                "for file in admin.token audit.jsonl ca.key; do cat \"%s/$file\" && echo \"READ $file\"; done >&2"
                        .formatted(folder.resolve("state")));
        String servers = "api_servers: {directories: [programs], user: nobody, " + ServerPrograms.PATIENT + "}";
        try (Rig rig = Rig.start(folder, Map.of(), servers)) {
            Map<String, String> env = put(rig, server("nosy", 0, ""));
            assertThat(call(rig, env, URL + "count")).startsWith("200 ");
            assertThat(log(rig)).contains("Permission denied").doesNotContain("READ");
            ProcessHandle process = ServerPrograms.running().getFirst();
            assertThat(process.info().user()).contains("nobody");
            rig.admin().delete(SB);
            assertThat(ServerPrograms.running()).isEmpty();
        }
    }

    @Test
    void aUserThatIsNotThereKeepsTheGatewayFromStarting() {
        assertThatThrownBy(() -> Rig.start(folder, Map.of(), "api_servers: {user: no-such-user-here}"))
                .isInstanceOf(StartException.class)
                .hasMessage("api_servers.user: no-such-user-here: there is no such user");
    }

    private static String log(Rig rig) throws Exception {
        try (Stream<Path> files = Files.walk(rig.state().resolve("api-servers"))) {
            return Files.readString(
                    files.filter(file -> file.endsWith("words.log")).findFirst().orElseThrow());
        }
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
        return ServerPrograms.documents(
                "agent: agents/a.md\nrole: coder\nmodel: m\napi_servers: [" + server + "]\n",
                null,
                Map.of(),
                "**",
                "http://*.api.internal/**",
                URL + "**",
                "http://words.api.internal:*/**",
                "http://other.api.internal/**",
                "http://127.0.0.1:*/**");
    }

    private static String call(Rig rig, Map<String, String> env, String url) {
        return rig.answer(env, "-H", "Authorization: Bearer mine", "-d", "{\"text\": \"a b\"}", url);
    }

    private static void awaitFailed(Rig rig) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!rig.admin().get(SB).body().path("status").asString().equals("failed")) {
            assertThat(System.nanoTime()).as("still waiting for the failure").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    /** Reads the token from the environment in the process list. */
    private static String tokenOfServer() {
        String line = commandLine(ServerPrograms.running().getFirst());
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
