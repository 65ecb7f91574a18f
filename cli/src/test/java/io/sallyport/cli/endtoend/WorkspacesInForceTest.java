package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A workspace over the sandboxes of a running gateway, with real clients. */
class WorkspacesInForceTest {
    private static final WorkspaceId TEAM = new WorkspaceId("team-a");
    private static final SandboxDocuments CEILING = SandboxDocuments.builder()
            .lease("{\"net.fetch\": [\"http://yes.test/**\"]}")
            .build();
    private static final String YES = "http://yes.test/a";
    private static final String ESTABLISHED = "HTTP/1.1 200 Connection established\r\n\r\n";
    private static final int PATIENCE_MILLIS = 60_000;

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private final Origin echo = Origin.echo();

    @BeforeEach
    void tools() {
        require("curl");
    }

    @AfterEach
    void close() {
        origin.close();
        echo.close();
    }

    private Rig rig() throws Exception {
        return Rig.start(
                folder,
                Map.of("yes.test:80", origin.hostPort(), "no.test:80", origin.hostPort(), "db.test", echo.hostPort()),
                "workspaces: {default: team-a}\n");
    }

    @Test
    void theSecurityTeamBoundsWhatARunnerGrantsByTheCommandLine() throws Exception {
        try (Rig rig = rig()) {
            Path ceiling =
                    Files.writeString(folder.resolve("ceiling.json"), "{\"net.fetch\": [\"http://yes.test/**\"]}");
            assertThat(cli(rig, "workspace", "put", "team-a", "--lease", ceiling.toString()))
                    .startsWith("0 ")
                    .contains("team-a: loaded");
            Map<String, String> variables = put(rig, policy("yes.test", 80, "rest"), policy("no.test", 80, "rest"));
            assertThat(rig.curl(variables, YES)).isEqualTo("200 000");
            assertThat(rig.curl(variables, "http://no.test/")).isEqualTo("403 000");
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("workspace:team-a");
            assertThat(rig.answer(variables, "http://sallyport.internal/v1/whoami"))
                    .contains("\"workspace\":\"team-a\"");
            assertThat(rig.answer(variables, "http://sallyport.internal/v1/denials"))
                    .contains("workspace:team-a");

            assertThat(cli(rig, "policy", "show", "--effective", "sb-1"))
                    .startsWith("0 ")
                    .containsPattern("workspace team-a +grants +lease:1:\\d+ +lease:net.fetch\\[0\\]");
            assertThat(cli(rig, "sandbox", "explain", "sb-1", "http://no.test/"))
                    .contains("workspace:team-a");
            assertThat(cli(rig, "workspace", "list")).contains("team-a", "loaded", "sandboxes: 1");
            assertThat(cli(rig, "workspace", "get", "team-a")).contains("http://yes.test/**");
            assertThat(cli(rig, "workspace", "delete", "team-a"))
                    .startsWith("1 ")
                    .contains("sb-1");
            JsonNode change = rig.records("policy").getFirst();
            assertThat(change.path("path").asString()).isEqualTo("/v1/workspaces/team-a");
            assertThat(change.path("rule").asString()).isEqualTo("role:operator");
        }
    }

    @Test
    void itIsInForceBeforeASandboxIsServedAfterARestart() throws Exception {
        try (Rig rig = rig()) {
            assertThat(rig.admin().putWorkspace(TEAM, CEILING, null).status()).isEqualTo(201);
            Map<String, String> variables = put(rig, policy("yes.test", 80, "rest"), policy("no.test", 80, "rest"));
            rig.restart();
            assertThat(rig.curl(rig.rebased(variables), YES)).isEqualTo("200 000");
            assertThat(rig.curl(rig.rebased(variables), "http://no.test/")).isEqualTo("403 000");
            assertThat(rig.admin().workspace(TEAM).body().path("generation").asInt())
                    .isEqualTo(1);
        }
    }

    @Test
    void aChangeCutsTheTunnelsThatItRefuses() throws Exception {
        try (Rig rig = rig()) {
            rig.admin().putWorkspace(TEAM, SandboxDocuments.NONE, null);
            Map<String, String> variables = put(rig, policy("db.test", 5432, "tcp"));
            try (Socket tunnel = connect(variables, "db.test:5432")) {
                assertThat(hear(tunnel, ESTABLISHED.length())).isEqualTo(ESTABLISHED);
                tunnel.getOutputStream().write('x');
                assertThat(hear(tunnel, 1)).isEqualTo("x");
                assertThat(rig.admin().putWorkspace(TEAM, CEILING, null).status())
                        .isEqualTo(200);
                assertThat(tunnel.getInputStream().read()).isNegative();
            }
            assertThat(rig.curl(variables, "http://no.test/")).isEqualTo("403 000");
            assertThat(rig.records("end").getLast().path("reason").asString()).isEqualTo("policy_changed");
        }
    }

    private static String policy(String host, int port, String protocol) {
        return "      - {host: %s, port: %s, protocol: %s%s}\n"
                .formatted(host, port, protocol, protocol.equals("rest") ? ", access: full" : "");
    }

    private static Map<String, String> put(Rig rig, String... endpoints) throws IOException {
        String policy = "version: 1\nnetwork_policies:\n  r:\n    endpoints:\n" + String.join("", endpoints);
        AdminClient.Reply reply =
                rig.put(Rig.SB, SandboxDocuments.builder().policy(policy).build());
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        return Rig.variables(reply);
    }

    private static Socket connect(Map<String, String> variables, String target) throws IOException {
        URI proxy = URI.create(String.valueOf(variables.get("HTTPS_PROXY")));
        Socket socket = new Socket(proxy.getHost(), proxy.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        String pair = Base64.getEncoder().encodeToString(proxy.getUserInfo().getBytes(StandardCharsets.UTF_8));
        String head = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\nProxy-Authorization: Basic " + pair;
        socket.getOutputStream().write((head + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static String hear(Socket socket, int bytes) throws IOException {
        return new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.ISO_8859_1);
    }

    private static String cli(Rig rig, String group, String command, String... arguments) {
        Client.Ended ended = CommandInProcess.run(Stream.concat(
                        Stream.of(
                                group,
                                command,
                                "--admin",
                                rig.adminUrl(),
                                "--token-file",
                                rig.state().resolve("admin.token").toString()),
                        Stream.of(arguments))
                .toArray(String[]::new));
        return ended.exit() + " " + ended.out() + ended.err();
    }
}
