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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two gateways behind one address are replaced one after the other. What a later version adds to the state is stood for
 * by a member that this one does not know.
 */
class UpgradeTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private final List<Member> members = new ArrayList<>();

    /** One of the two, with a state of its own. */
    private static final class Member {
        private final Path config;
        private final Path state;
        private final LoadBalancer.Backend backend;
        private Client process;

        Member(Path config, Path state, LoadBalancer.Backend backend, Client process) {
            this.config = config;
            this.state = state;
            this.backend = backend;
            this.process = process;
        }
    }

    @BeforeEach
    void startTwo() throws IOException {
        require("curl");
        for (String name : List.of("one", "two")) {
            members.add(start(Files.createDirectory(folder.resolve(name))));
        }
    }

    @AfterEach
    void close() {
        members.forEach(each -> each.process.close());
        origin.close();
    }

    /** The sandbox has a port of its own, as tokens of two gateways differ. */
    private Member start(Path home) throws IOException {
        var backend = new LoadBalancer.Backend(freePort(), freePort());
        Path config = Files.writeString(
                home.resolve("gateway.yaml"), """
                proxy: {listen: ["127.0.0.1:0"], ports: {sb-1: "127.0.0.1:%d"}}
                admin: {listen: "127.0.0.1:0"}
                health: {listen: "127.0.0.1:%d"}
                drain: {delay: 3s}
                state: "state"
                egress: {hosts: {"yes.test:80": "%s"}}
                """.formatted(backend.proxy(), backend.health(), origin.hostPort()));
        Client process = GatewayJvm.serve(home, config);
        JsonNode ready = GatewayJvm.ready(process);
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        try (var admin = new AdminClient(URI.create(ready.path("admin").asString()), token)) {
            AdminClient.Reply put = admin.put(Rig.SB, Rig.lease("http://yes.test/**"), false, null);
            assertThat(put.status()).as(put.body().toString()).isEqualTo(201);
        }
        return new Member(config, home.resolve("state"), backend, process);
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @Test
    void noRequestIsRefusedWhileOneAfterTheOtherIsReplacedNorByOneThatDoesNotStart() throws Exception {
        try (var balancer = new LoadBalancer(
                        members.stream().map(each -> each.backend).toList());
                var asking = new RepeatedRequests(folder)) {
            for (Member each : members) {
                balancer.awaitReady(each.backend);
            }
            asking.ask("http://yes.test/", balancer.url(), "200");
            for (Member each : members) {
                asking.someMore();
                end(each);
                begin(each);
                GatewayJvm.ready(each.process);
                balancer.awaitReady(each.backend);
            }
            asking.someMore();
            Member first = members.getFirst();
            end(first);
            useWhatIsNewer(first.state);
            begin(first);
            Client.Ended older = first.process.await(SOON);
            assertThat(older.exit()).isEqualTo(3);
            assertThat(older.err()).contains("sandboxes/sb-1.json", "from_a_later_version");
            asking.someMore();
            assertThat(asking.wrong()).isEmpty();
        }
    }

    private static void end(Member member) {
        member.process.terminate();
        assertThat(member.process.await(SOON).exit())
                .as(member.process.errorSoFar())
                .isZero();
        member.process.close();
    }

    private static void begin(Member member) {
        member.process = GatewayJvm.serve(member.state.resolveSibling(""), member.config);
    }

    private static void useWhatIsNewer(Path state) throws IOException {
        Path file = state.resolve("sandboxes/sb-1.json");
        String text = Files.readString(file).strip();
        assertThat(text).startsWith("{");
        Files.writeString(file, "{\"from_a_later_version\":true," + text.substring(1));
    }
}
