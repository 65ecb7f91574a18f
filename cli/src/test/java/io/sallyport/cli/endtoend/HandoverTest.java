package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One gateway process succeeds another on the same ports: clients that connect meanwhile are answered. */
class HandoverTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    /**
     * Holds a socket and passes it on, as systemd does for a unit with a socket; starts the command twice, one after
     * the other.
     */
    private static final String HOLDER = """
            import os, signal, socket, sys
            listener = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=128)
            listener.setblocking(sys.argv[2] == "blocking")
            signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
            for _ in range(int(sys.argv[3])):
                child = os.fork()
                if child == 0:
                    os.dup2(listener.fileno(), 3)
                    os.set_inheritable(3, True)
                    os.environ["LISTEN_FDS"], os.environ["LISTEN_PID"] = "1", str(os.getpid())
                    os.execv(sys.argv[4], sys.argv[4:])
                status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            sys.exit(status)
            """;

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private final List<Integer> ports = new ArrayList<>();

    @BeforeEach
    void choosePorts() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                ports.add(free.getLocalPort());
            }
        }
    }

    @AfterEach
    void close() {
        origin.close();
    }

    private Path config(String more) throws IOException {
        return Files.writeString(folder.resolve("gateway.yaml"), """
                proxy: {listen: ["127.0.0.1:%d"], unix: {own: {sb-1: "own.sock"}}}
                admin: {listen: "127.0.0.1:%d"}
                health: {listen: "127.0.0.1:%d"}
                state: "state"
                egress: {hosts: {"yes.test:80": "%s"}}
                %s
                """.formatted(
                        ports.get(0), ports.get(1), ports.get(2), origin.hostPort(), more));
    }

    private Client serve(Path config) {
        return Client.start(folder, Map.of(), GatewayJvm.loggingCommand("serve", "--config", config.toString()));
    }

    private static String proxyOfASandbox(JsonNode ready) throws IOException {
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        try (var admin = new AdminClient(URI.create(ready.path("admin").asString()), token)) {
            return Rig.variables(admin.put(Rig.SB, Rig.lease("http://yes.test/**"), false, null))
                    .getOrDefault("http_proxy", "");
        }
    }

    @Test
    void aRestartOnTheSamePortsRefusesNobody() throws Exception {
        require("curl");
        Path config = config("");
        try (Client first = GatewayJvm.serve(folder, config)) {
            String proxy = proxyOfASandbox(GatewayJvm.ready(first));
            try (Client second = serve(config);
                    var asking = new RepeatedRequests(folder)) {
                second.awaitError(text -> text.contains("has 4 of its listeners"), SOON);
                asking.ask("http://yes.test/", proxy, "200");
                String socket = folder.resolve("own.sock").toString();
                asking.ask(
                        "http://yes.test/", "", "200", "--unix-socket", socket, "--request-target", "http://yes.test/");
                asking.ask("http://127.0.0.1:" + ports.get(1) + "/healthz", "", "200");
                asking.ask("http://127.0.0.1:" + ports.get(2) + "/readyz", "", "200|503");
                asking.someMore();
                first.terminate();
                assertThat(first.await(SOON).exit()).as(first.errorSoFar()).isZero();
                GatewayJvm.ready(second);
                asking.someMore();
                assertThat(asking.wrong()).isEmpty();
            }
        }
        Path audit = folder.resolve("state/audit.jsonl");
        Client.Ended verified =
                Client.run(folder, Map.of(), SOON, GatewayJvm.command("audit", "verify", audit.toString()));
        assertThat(verified.exit()).as(verified.out() + verified.err()).isZero();
    }

    @Test
    void aGatewayThatIsKilledIsFollowedAtOnceByTheOneThatWaits() throws Exception {
        require("curl");
        Path config = config("handover: {wait: \"1h\"}");
        try (Client first = GatewayJvm.serve(folder, config)) {
            String proxy = proxyOfASandbox(GatewayJvm.ready(first));
            try (Client second = serve(config)) {
                second.awaitError(text -> text.contains("has 4 of its listeners"), SOON);
                new ProcessBuilder("kill", "-KILL", Long.toString(first.pid()))
                        .start()
                        .waitFor();
                first.await(SOON);
                List<String> curl = List.of("curl", "-sS", "http://yes.test/");
                Client.Ended asked = Client.run(folder, Map.of("http_proxy", proxy), SOON, curl);
                assertThat(asked.out()).as(asked.err()).isEqualTo("hello\n");
                assertThat(folder.resolve("state/handover.sock")).exists();
            }
        }
    }

    @Test
    void oneThatWaitsEndsWhenItIsToldToAndTheOtherGoesOn() throws IOException {
        require("curl");
        Path config = config("handover: {wait: \"1h\"}");
        try (Client first = GatewayJvm.serve(folder, config)) {
            String proxy = proxyOfASandbox(GatewayJvm.ready(first));
            try (Client second = serve(config)) {
                second.awaitError(text -> text.contains("has 4 of its listeners"), SOON);
                second.terminate();
                Client.Ended ended = second.await(SOON);
                assertThat(ended.exit()).as(ended.err()).isZero();
                assertThat(ended.out()).isEmpty();
            }
            List<String> curl = List.of("curl", "-sS", "http://yes.test/");
            Client.Ended asked = Client.run(folder, Map.of("http_proxy", proxy), SOON, curl);
            assertThat(asked.out()).as(asked.err()).isEqualTo("hello\n");
        }
    }

    @Test
    void aSocketThatAnotherProgramHoldsIsServedBeforeAndAfterARestart() throws Exception {
        require("curl");
        require("python3");
        Path config = config("");
        try (Client holder = Client.start(folder, Map.of(), holder("nonblocking", 2, config))) {
            String proxy = proxyOfASandbox(GatewayJvm.ready(holder));
            try (var asking = new RepeatedRequests(folder)) {
                asking.ask("http://yes.test/", proxy, "200");
                asking.someMore();
                holder.terminate();
                String out = holder.awaitOutput(text -> text.lines().count() == 2, SOON);
                assertThat(out).contains("127.0.0.1:" + ports.get(0));
                asking.someMore();
                assertThat(asking.wrong()).isEmpty();
            }
            holder.terminate();
            assertThat(holder.await(SOON).exit()).as(holder.errorSoFar()).isZero();
        }
    }

    @Test
    void aPassedSocketThatBlocksIsRefusedAtTheStart() throws IOException {
        require("python3");
        Client.Ended ended = Client.run(folder, Map.of(), SOON, holder("blocking", 1, config("")));
        assertThat(ended.exit()).as(ended.err()).isEqualTo(3);
        assertThat(ended.err()).contains("LISTEN_FDS: descriptor 3 blocks").contains("NonBlocking=yes");
    }

    private List<String> holder(String blocking, int times, Path config) throws IOException {
        Path script = Files.writeString(folder.resolve("holder.py"), HOLDER);
        var command = new ArrayList<>(
                List.of("python3", script.toString(), ports.getFirst().toString(), blocking, Integer.toString(times)));
        command.addAll(GatewayJvm.command("serve", "--config", config.toString()));
        return command;
    }
}
