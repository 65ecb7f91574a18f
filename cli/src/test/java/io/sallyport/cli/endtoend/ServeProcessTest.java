package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command line as a process, as an operator runs it. */
class ServeProcessTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void config() throws IOException {
        config("");
    }

    @Test
    void theReadyLineSaysWhereAndSigtermEndsWithZero() throws IOException {
        try (Client serve = serve()) {
            JsonNode ready = GatewayJvm.ready(serve);
            assertThat(ready.propertyNames()).containsExactlyInAnyOrder("proxy", "admin", "token_file");
            assertThat(admin(ready).list(null).status()).isEqualTo(200);
            assertThat(folder.resolve("state/gateway.json")).exists();
            serve.terminate();
            Client.Ended ended = serve.await(SOON);
            assertThat(ended.exit()).as(ended.err()).isZero();
            assertThat(folder.resolve("state/gateway.json")).doesNotExist();
        }
    }

    @Test
    void aSecondGatewayOnTheSameStateIsRefused() throws IOException {
        try (Client serve = serve()) {
            GatewayJvm.ready(serve);
            config("handover: {wait: 0s}");
            Client.Ended second = cli("serve", "--config", config.toString());
            assertThat(second.exit()).isEqualTo(3);
            assertThat(second.err()).contains("another gateway or fetch service uses this state directory");
        }
    }

    @Test
    void theCommandsFindTheGatewayAndSayWhatItSays() throws IOException {
        try (Client serve = serve()) {
            JsonNode ready = GatewayJvm.ready(serve);
            String[] where = {
                "--admin",
                ready.path("admin").asString(),
                "--token-file",
                ready.path("token_file").asString()
            };
            Path env = folder.resolve("sb.env");
            Client.Ended put = cli(where, "sandbox", "put", "sb-1", "--env", env.toString(), "--allow", "a.test");
            assertThat(put.exit()).as(put.err()).isZero();
            assertThat(env).content().contains("export HTTPS_PROXY='http://sb-1:");
            assertThat(cli(where, "sandbox", "list").out()).contains("sb-1").contains("loaded");
            assertThat(cli(where, "sandbox", "get", "sb-1").out()).contains("https://a.test/**");
            assertThat(cli(where, "sandbox", "phase", "sb-1", "execution").exit())
                    .isZero();
            Client.Ended bad = cli(where, "sandbox", "put", "sb-1", "--lease", lease("{\"net.fetsch\": []}"));
            assertThat(bad.exit()).isEqualTo(2);
            assertThat(bad.err()).contains("net.fetsch");
            assertThat(cli(where, "sandbox", "delete", "sb-1").exit()).isZero();
            assertThat(cli(where, "sandbox", "get", "sb-1").exit()).isEqualTo(1);
            assertThat(cli(where, "audit", "tail", "--limit", "50").exit()).isZero();
        }
        assertThat(cli("sandbox", "list", "--admin", "http://127.0.0.1:1", "--token-file", env("x"))
                        .exit())
                .isEqualTo(3);
    }

    @Test
    void aHarnessIsPutWithWhatItNamesWhereItLies() throws IOException {
        Path project =
                Files.createDirectories(folder.resolve("project/profiles")).resolveSibling("fix.yaml");
        Files.writeString(project.resolveSibling("common.yaml"), """
                agent: agents/fix.md
                role: fixer
                openshell: {profiles: [reader]}
                """);
        Files.writeString(project.resolveSibling("profiles").resolve("reader.yaml"), """
                id: reader
                endpoints:
                  - {host: a.example.com, port: 80, access: read-only}
                """);
        Files.writeString(project, "base: common.yaml\nenv: {runner: {WHO: \"${NOT_SET}\"}}\n");
        try (Client serve = serve()) {
            JsonNode ready = GatewayJvm.ready(serve);
            String[] where = {
                "--admin",
                ready.path("admin").asString(),
                "--token-file",
                ready.path("token_file").asString()
            };
            Client.Ended refused = cli(where, "sandbox", "put", "sb-1", "--harness", project.toString());
            assertThat(refused.exit()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err()).contains("fix.yaml:2:21: error ").contains("NOT_SET");
            Files.writeString(project, "base: common.yaml\n");
            Client.Ended put = cli(where, "sandbox", "put", "sb-1", "--harness", project.toString());
            assertThat(put.exit()).as(put.err()).isZero();
            Client.Ended explained = cli(where, "sandbox", "explain", "sb-1", "http://a.example.com/x");
            assertThat(explained.out())
                    .startsWith("allow granted by policy:_provider_reader.endpoints[0]")
                    .contains("at profiles/reader.yaml:3:");
        }
    }

    @Test
    void aFullDiskRefusesTrafficRatherThanLoseRecords() throws IOException {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"))) {
            config("egress: {hosts: {\"yes.test:80\": \"" + origin.hostPort() + "\"}}");
            // no file of this process may exceed 64 KiB: the first that does is the audit log
            var command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 64; exec \"$@\"", "serve"));
            command.addAll(GatewayJvm.command("serve", "--config", config.toString()));
            try (Client serve = Client.start(folder, Map.of(), command)) {
                AdminClient admin = admin(GatewayJvm.ready(serve));
                Map<String, String> variables =
                        Rig.variables(admin.put(Rig.SB, Rig.lease("http://yes.test/**"), false, null));
                String url = "http://yes.test/" + "x".repeat(4000) + "/[1-40]";
                Client.Ended curl = Client.run(
                        folder, variables, SOON, List.of("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}\n", url));
                List<String> statuses = curl.out().lines().toList();
                assertThat(statuses).startsWith("200").endsWith("503");
                assertThat(origin.received()).hasSizeLessThan(40);
                assertThat(admin.send("GET", "/readyz", null, Map.of()).status())
                        .isEqualTo(503);
            }
        }
    }

    @Test
    void sighupReadsTheGuardrailsAgainAndKeepsThemWhereTheyAreBroken() throws Exception {
        require("curl");
        Path rego = Files.createDirectory(folder.resolve("guardrails")).resolve("g.rego");
        Files.writeString(rego, "package sallyport.guardrails\n");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"))) {
            config("guardrails: guardrails\negress: {hosts: {\"yes.test:80\": \"" + origin.hostPort() + "\"}}");
            List<String> command = GatewayJvm.loggingCommand("serve", "--config", config.toString());
            try (Client serve = Client.start(folder, Map.of(), command)) {
                AdminClient admin = admin(GatewayJvm.ready(serve));
                Map<String, String> variables =
                        Rig.variables(admin.put(Rig.SB, Rig.lease("http://yes.test/**"), false, null));
                assertThat(curl(variables)).isEqualTo("200");
                Files.writeString(rego, """
                        package sallyport.guardrails

                        deny contains {"rule": "closed", "message": "closed"} if input.net.host == "yes.test"
                        """);
                hangUp(serve, "in force, epoch 2");
                assertThat(curl(variables)).isEqualTo("403");
                Files.writeString(rego, "package sallyport.guardrails\n\ndeny contains x if {");
                hangUp(serve, "refused, those in force stay: g.rego:3:");
                assertThat(curl(variables)).as("what was in force stays").isEqualTo("403");
                Files.move(rego.getParent(), folder.resolve("elsewhere"));
                hangUp(serve, "refused, those in force stay: guardrails: ");
                assertThat(serve.errorSoFar()).doesNotContain("yes.test", "\tat ");
                String digest =
                        admin.guardrailsHistory().body().at("/history/0/digest").asString();
                List<String> records = reads(admin);
                assertThat(records).hasSize(3);
                assertThat(records.get(0)).contains("\"verdict\":\"allow\"", "epoch 2, digest " + digest);
                assertThat(records.get(1)).contains("\"reason\":\"document_refused\"", "g.rego:3:");
                assertThat(records.get(2)).contains("\"reason\":\"document_refused\"", "cannot be read");
                assertThat(String.join("", records)).doesNotContain("yes.test");
            }
        }
    }

    /** Returns the records of guardrails that were read again, oldest first. */
    private static List<String> reads(AdminClient admin) throws IOException {
        JsonNode found =
                admin.send("GET", "/v1/audit?kind=policy", null, Map.of()).body();
        return found.path("records")
                .valueStream()
                .filter(record -> record.path("rule").asString().equals("source:file"))
                .map(JsonNode::toString)
                .toList();
    }

    @Test
    void auditTailShowsWhatComesAsItComes() throws IOException {
        require("curl");
        try (Client serve = serve()) {
            JsonNode ready = GatewayJvm.ready(serve);
            AdminClient admin = admin(ready);
            Map<String, String> variables =
                    Rig.variables(admin.put(Rig.SB, Rig.lease("http://other.test/**"), false, null));
            curl(variables);
            List<String> tail = GatewayJvm.command(
                    "audit", "tail", "-f", "--json", "--sandbox", Rig.SB.text(), "--verdict", "deny");
            tail.addAll(List.of("--admin", ready.path("admin").asString()));
            tail.addAll(List.of("--token-file", ready.path("token_file").asString()));
            try (Client following = Client.start(folder, Map.of(), tail)) {
                following.awaitOutput(text -> text.contains("no_grant"), SOON);
                int asked = 0;
                while (written(following).count() < 2 && asked < 2000) {
                    curl(variables); // requests before the stream was open are not in it
                    asked++;
                }
                assertThat(written(following).map(JSON::readTree))
                        .hasSizeGreaterThan(1)
                        .allMatch(record -> record.path("reason").asString().equals("no_grant"));
                serve.terminate();
                assertThat(following.await(SOON).exit())
                        .as("the gateway ended the stream")
                        .isNotEqualTo(-1);
            }
        }
    }

    /** Without a fence, in which the command's numbers of processes are others; there the kernel ends all. */
    @Test
    void aRunThatIsEndedEndsItsCommandAndLeavesNothing() throws Exception {
        Path pids = folder.resolve("pids");
        String script = "trap 'exit 7' TERM; sh -c 'trap \"\" TERM; sleep 600 & echo $! $$ >" + pids
                + "; wait; sleep 600' & while :; do wait; done";
        List<String> command = GatewayJvm.command("run", "--fence=off", "--allow", "a.test", "--", "sh", "-c", script);
        try (Client run = Client.start(folder, Map.of(), command)) {
            await(() -> Files.exists(pids) && Files.readString(pids).endsWith("\n"));
            List<ProcessHandle> started = Arrays.stream(
                            Files.readString(pids).strip().split(" ", -1))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .toList();
            new ProcessBuilder("kill", "-TERM", Long.toString(run.pid()))
                    .start()
                    .waitFor();
            for (ProcessHandle one : started) {
                one.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
            }
            Client.Ended ended = run.await(SOON);
            assertThat(ended.exit()).as(ended.err()).isEqualTo(7);
            assertThat(ended.err()).contains("0 requests allowed");
        }
    }

    private String curl(Map<String, String> variables) {
        return Client.run(
                        folder,
                        variables,
                        SOON,
                        List.of("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "http://yes.test/"))
                .out();
    }

    /** Sends SIGHUP and waits until the gateway has logged the result. */
    private static void hangUp(Client serve, String says) throws Exception {
        new ProcessBuilder("kill", "-HUP", Long.toString(serve.pid())).start().waitFor();
        await(() -> serve.errorSoFar().contains("guardrails read again: " + says));
    }

    private static void await(Callable<Boolean> what) throws Exception {
        long end = System.nanoTime() + SOON.toNanos();
        while (!what.call()) {
            assertThat(System.nanoTime()).as("still waiting").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private Path config = Path.of("");

    private void config(String more) throws IOException {
        config = Files.writeString(folder.resolve("gateway.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                %s
                """.formatted(more));
    }

    private String lease(String text) throws IOException {
        return Files.writeString(folder.resolve("lease.json"), text).toString();
    }

    private String env(String text) throws IOException {
        return Files.writeString(folder.resolve("token"), text).toString();
    }

    private Client serve() {
        return GatewayJvm.serve(folder, config);
    }

    private static AdminClient admin(JsonNode ready) throws IOException {
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        return new AdminClient(URI.create(ready.path("admin").asString()), token);
    }

    private Client.Ended cli(String... arguments) {
        return Client.run(folder, Map.of(), SOON, GatewayJvm.command(arguments));
    }

    private Client.Ended cli(String[] where, String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(2, List.of(where));
        return cli(all.toArray(String[]::new));
    }

    /** Returns complete lines; the last one may still be incomplete. */
    private static Stream<String> written(Client following) {
        String text = following.awaitOutput(_ -> true, SOON);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines();
    }
}
