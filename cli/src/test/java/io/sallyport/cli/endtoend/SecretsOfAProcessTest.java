package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * A gateway as a process that logs everything: after each try to get a secret out of it, and after its crash, no byte
 * that it wrote has the secret: standard output and error, the log, the state, the records, dumps.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class SecretsOfAProcessTest {
    private static final String SECRET = "ghs_4c1d77e1Kq9ZtReal/Secret+OfProcess==";
    private static final TestCa CA = TestCa.create("origins of the test", InstantSource.system());
    private static final Duration SOON = Duration.ofMinutes(2);

    private static final String LOG = """
            <configuration>
              <appender name="file" class="ch.qos.logback.core.FileAppender">
                <file>@FILE</file>
                <encoder><pattern>%level %logger: %msg%n%ex</pattern></encoder>
              </appender>
              <root level="TRACE"><appender-ref ref="file"/></root>
            </configuration>
            """;

    private static final String CONFIG = """
            proxy: {listen: ["127.0.0.1:0"]}
            admin: {listen: "127.0.0.1:0"}
            state: "state"
            egress:
              hosts:
                api.test:443: "@ORIGIN"
                other.test:443: "@ORIGIN"
                wrong.test:443: "@ORIGIN"
                down.test:443: "127.0.0.1:1"
              trust: ["origins.pem"]
            providers:
              forge:
                secret: {file: forge.key}
                endpoints:
                  - "https://api.test/forge/**"
                  - "https://down.test/forge/**"
                  - "https://wrong.test/forge/**"
                  - "https://none.test/forge/**"
                variables: [FORGE_TOKEN]
                placeholder: {before: "ghs_", length: 40}
              unread:
                secret: {file: missing.key}
                endpoints: ["https://api.test/unread/**"]
                inject: {header: Authorization}
            """;

    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints:
                  - {host: api.test, port: 443, protocol: rest, access: full}
                  - {host: api.test, port: 80, protocol: rest, access: full}
                  - {host: other.test, port: 443, protocol: rest, access: full}
                  - {host: down.test, port: 443, protocol: rest, access: full}
                  - {host: wrong.test, port: 443, protocol: rest, access: full}
                  - {host: none.test, port: 443, protocol: rest, access: full}
                credentials: [forge, unread]
            """;

    @TempDir
    static Path folder;

    private @Nullable Origin origin;
    private @Nullable Client gateway;
    private @Nullable AdminClient admin;
    private String url = "";
    private String operator = "";

    @BeforeAll
    void start() throws IOException {
        require("curl");
        origin = Origin.tls(CA.leaf("api.test", "other.test"), SecretsOfAProcessTest::hostile);
        Files.writeString(folder.resolve("origins.pem"), CA.pem());
        Files.writeString(folder.resolve("forge.key"), SECRET);
        Files.writeString(folder.resolve("gateway.yaml"), CONFIG.replace("@ORIGIN", origin.hostPort()));
        Files.writeString(
                folder.resolve("logback.xml"),
                LOG.replace("@FILE", folder.resolve("gateway.log").toString()));
        serve();
    }

    @AfterAll
    void stop() {
        gateway().close();
        Objects.requireNonNull(origin).close();
    }

    private Client gateway() {
        return Objects.requireNonNull(gateway);
    }

    private AdminClient admin() {
        return Objects.requireNonNull(admin);
    }

    private static Answer hostile(ReceivedRequest request) {
        String way = request.path().substring(request.path().lastIndexOf('/') + 1);
        return switch (way) {
            case "silence" -> new Answer.Silence();
            case "stall" -> new Answer.Stalled("begin " + request.header("Authorization"));
            case "close" -> new Answer.Close();
            case "503", "429" ->
                new Answer.Raw(
                        "HTTP/1.1 " + way + " " + request.header("Authorization")
                                + "\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n",
                        false);
            case "to-plain" -> redirect("302", "http://api.test/forge/x");
            case "to-user" -> redirect("302", "https://u:p@other.test/x");
            case "to-unbound" -> redirect("302", "https://api.test/other/x");
            default -> way.startsWith("to-") ? redirect(way.substring(3), "https://other.test/x") : echo(request);
        };
    }

    private static Answer redirect(String status, String location) {
        return new Answer.Raw(
                "HTTP/1.1 " + status + " Elsewhere\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n", false);
    }

    private static Answer echo(ReceivedRequest request) {
        return request.header("Authorization") == null
                ? new Answer.Raw("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine", false)
                : CredentialLeaksTest.hostile(request);
    }

    /** Starts the gateway with what the launcher says of dumps, and puts the two sandboxes. */
    private void serve() throws IOException {
        List<String> command = GatewayJvm.loggingCommand(
                "serve", "--config", folder.resolve("gateway.yaml").toString());
        Stream.of(LaunchFlagsTest.launched("").split(" ", -1))
                .filter(word -> word.contains("Dump") || word.contains("dump"))
                .forEach(word -> command.add(1, word));
        command.add(1, "-Dlogback.configurationFile=" + folder.resolve("logback.xml"));
        gateway = Client.start(folder, Map.of(), command);
        JsonNode ready = GatewayJvm.ready(gateway());
        Path token = Path.of(ready.path("token_file").asString());
        url = ready.path("admin").asString();
        operator = "Authorization: Bearer " + Files.readString(token).strip();
        admin = new AdminClient(URI.create(url), Files.readString(token).strip());
        String policy = Files.writeString(folder.resolve("policy.yaml"), POLICY).toString();
        for (String id : List.of("sb-1", "sb-2")) {
            EnvSandbox.ends(CommandInProcess.run(
                    "sandbox",
                    "put",
                    "--admin",
                    url,
                    "--token-file",
                    token.toString(),
                    id,
                    "--rotate",
                    "--policy=" + policy,
                    "--env=" + folder.resolve(id + ".env")));
        }
    }

    private static Client.Ended run(String id, List<String> command) {
        var sourced = new ArrayList<>(List.of(
                "sh",
                "-c",
                ". \"$0\" && exec \"$@\"",
                folder.resolve(id + ".env").toString()));
        sourced.addAll(command);
        return Client.run(folder, Map.of(), SOON, sourced);
    }

    private static String placeholder(String id) {
        return run(id, List.of("printenv", "FORGE_TOKEN")).out().strip();
    }

    private static void hides(String what, String text) {
        for (String form : CredentialSandbox.forms(SECRET)) {
            assertThat(text.contains(form)).as(what + " has the secret").isFalse();
        }
    }

    static Stream<LeakAttempt> attempts() {
        return LeakAttempt.all();
    }

    @ParameterizedTest
    @MethodSource("attempts")
    @Order(1)
    void theClientGetsNothing(LeakAttempt attempt) {
        Client.Ended ended = run(attempt.sandbox(), attempt.command(placeholder("sb-1"), placeholder("sb-2")));
        hides("the client", ended.out() + ended.err());
        assertThat(ended.out() + ended.err()).contains(attempt.expected());
    }

    @Test
    @Order(2)
    void atLeastSixtyWereTriedAndTheSecretWasThere() {
        assertThat(LeakAttempt.all()).hasSizeGreaterThan(60).doesNotHaveDuplicates();
        List<ReceivedRequest> received = Objects.requireNonNull(origin).received();
        assertThat(received)
                .filteredOn(request -> ("Bearer " + SECRET).equals(request.header("Authorization")))
                .hasSizeGreaterThan(30);
        assertThat(received)
                .filteredOn(request -> Objects.equals(request.header("Host"), "other.test"))
                .allSatisfy(request -> hides("another target", request.target() + request.headers()));
    }

    @Test
    @Order(3)
    void theGatewaySaysNothingOfItToItsOperator() throws Exception {
        for (String path : List.of("/metrics", "/v1/sandboxes", "/v1/sandboxes/sb-1", "/v1/audit?limit=1000")) {
            hides(path, ofOperator(path));
        }
        assertThat(ofOperator("/v1/audit?limit=1000")).contains("/forge/body");
        String asked = "https://api.test/forge/x?t=" + placeholder("sb-1");
        hides("explain", admin().explain(Rig.SB, "GET", asked).body().toString());
        hides("suggest", admin().suggest(Rig.SB, List.of("GET " + asked)).body().toString());
        hides("providers", admin().providers().body().toString());
    }

    private String ofOperator(String path) {
        return Client.run(folder, Map.of(), SOON, List.of("curl", "-sS", "-H", operator, url + path))
                .out();
    }

    @Test
    @Order(3)
    void noToolOfTheJdkPrintsIt() throws Exception {
        Process asked =
                new ProcessBuilder("kill", "-QUIT", Long.toString(gateway().pid())).start();
        assertThat(asked.waitFor()).isZero();
        hides("a thread dump", gateway().awaitOutput(text -> text.contains("Heap"), SOON));
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        for (String command : List.of("VM.command_line", "VM.system_properties", "VM.info", "Thread.print")) {
            Client.Ended told = Client.run(
                    folder,
                    Map.of(),
                    SOON,
                    List.of(jcmd.toString(), Long.toString(gateway().pid()), command));
            hides(command, told.out() + told.err());
        }
    }

    @Test
    @Order(4)
    void aCrashLeavesNothingOfIt() throws Exception {
        Process killed =
                new ProcessBuilder("kill", "-SEGV", Long.toString(gateway().pid())).start();
        assertThat(killed.waitFor()).isZero();
        Client.Ended ended = gateway().await(SOON);
        assertThat(ended.exit()).isNotZero();
        hides("standard output and error", ended.out() + ended.err());
        List<String> written = filesHide();
        assertThat(written).anyMatch(name -> name.startsWith("hs_err_pid"));
        assertThat(written).noneMatch(name -> name.endsWith(".hprof") || name.startsWith("core"));
        assertThat(written).contains("gateway.log", "audit.jsonl", "placeholder.key");
        assertThat(Files.readString(folder.resolve("gateway.log"))).contains("DEBUG ");
    }

    @Test
    @Order(5)
    void theNextGatewayOfTheSameStateWritesNothingOfItEither() throws Exception {
        serve();
        var attempt = new LeakAttempt(
                "state",
                "after a crash",
                "sb-1",
                "200",
                List.of("https://api.test/forge/body", "-H", "Authorization: Bearer @MINE"));
        theClientGetsNothing(attempt);
        gateway().terminate();
        Client.Ended ended = gateway().await(SOON);
        hides("standard output and error", ended.out() + ended.err());
        filesHide();
    }

    /** Looks through every file but the one that the secret was read from, and returns their names. */
    private static List<String> filesHide() throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.endsWith("forge.key")) {
                    hides(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
                    names.add(file.getFileName().toString());
                }
            }
        }
        return names;
    }
}
