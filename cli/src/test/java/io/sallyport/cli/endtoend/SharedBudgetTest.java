package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two gateways and one Redis: a budget is spent once, whichever gateway is asked. */
class SharedBudgetTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int BUDGET = 100;
    private static final SandboxId SB = new SandboxId("sb");
    private static final SandboxDocuments LEASE = SandboxDocuments.builder()
            .lease("{\"net.fetch\": [\"http://yes.test/**\"], \"cost.budget\": [\"requests:" + BUDGET + "\"]}")
            .build();

    @TempDir
    Path folder = Path.of("");

    /** A running gateway and the sandbox there. */
    private record Replica(Client serve, AdminClient admin, Map<String, String> env) implements AutoCloseable {
        /** How often curl was answered by the target, in {@code tries} requests. */
        int passed(Path in, int tries) {
            List<String> command = Stream.concat(
                            Stream.of("curl", "-sS", "-w", "%{http_code}\\n"),
                            Stream.iterate(0, i -> i < tries, i -> i + 1)
                                    .flatMap(_ -> Stream.of("-o", "/dev/null", "http://yes.test/")))
                    .toList();
            Client.Ended ended = Client.run(in, env, SOON, command);
            return (int) ended.out().lines().filter("200"::equals).count();
        }

        String said(Path in) {
            return Client.run(in, env, SOON, List.of("curl", "-sS", "http://yes.test/"))
                    .out();
        }

        @Override
        public void close() {
            admin.close();
            serve.terminate();
            serve.await(SOON);
        }
    }

    private Replica replica(String name, RedisServer redis, Origin origin) throws Exception {
        Path config = Files.writeString(
                folder.resolve(name + ".yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "%s"
                egress: {hosts: {"yes.test:80": "%s"}}
                shared: {redis: {url: "%s", slice: 0, timeout: 3s}}
                """.formatted(folder.resolve(name), origin.hostPort(), redis.url()));
        Client serve = GatewayJvm.serve(folder, config);
        JsonNode ready = GatewayJvm.ready(serve);
        String token =
                Files.readString(Path.of(ready.path("token_file").asString())).strip();
        var admin = new AdminClient(URI.create(ready.path("admin").asString()), token);
        while (admin.send("GET", "/readyz", null, Map.of()).status() != 200) {
            Thread.onSpinWait();
        }
        AdminClient.Reply put = admin.put(SB, LEASE, false, null);
        assertThat(put.status()).as(put.body().toString()).isEqualTo(201);
        return new Replica(serve, admin, Rig.variables(put));
    }

    private RedisServer redis() throws IOException {
        return RedisServer.start(require("redis-server"), Files.createDirectory(folder.resolve("redis")));
    }

    @Test
    void exactlyTheBudgetPassesThroughBothTogetherAndAnEndIsTheEndOnBoth() throws Exception {
        require("curl");
        try (RedisServer redis = redis();
                Origin origin = Origin.plain(_ -> Answer.text(200, "hello"));
                Replica one = replica("one", redis, origin);
                Replica two = replica("two", redis, origin)) {
            var there = CompletableFuture.supplyAsync(() -> two.passed(folder, BUDGET));
            assertThat(one.passed(folder, BUDGET) + there.join()).isEqualTo(BUDGET);
            assertThat(one.said(folder)).contains("budget_exhausted");

            assertThat(one.admin().delete(SB).status()).isEqualTo(204);
            while (two.admin().send("GET", "/v1/sandboxes/sb", null, Map.of()).status() != 404) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void withoutTheStoreNothingPassesAndTheSandboxIsToldWhy() throws Exception {
        require("curl");
        try (RedisServer redis = redis();
                Origin origin = Origin.plain(_ -> Answer.text(200, "hello"));
                Replica one = replica("one", redis, origin)) {
            assertThat(one.passed(folder, 3)).isEqualTo(3);
            redis.kill();
            assertThat(one.said(folder)).contains("state_unavailable");
            redis.restart();
            while (!one.said(folder).equals("hello")) {
                Thread.onSpinWait();
            }
            assertThat(one.passed(folder, BUDGET)).isLessThanOrEqualTo(BUDGET - 4);
        }
    }
}
