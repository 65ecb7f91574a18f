package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways and one Redis: a sandbox that is put to one of them is in force on both. */
class ReplicatedSandboxTest {
    private static final SandboxId SB = new SandboxId("sb-1");
    private static final String GRANTED = "http://yes.test/**";

    @TempDir
    Path folder = Path.of("");

    private RedisServer redis;
    private Origin origin;
    private Rig one;
    private Rig two;

    @BeforeEach
    void start() throws Exception {
        require("curl");
        redis = RedisServer.start(require("redis-server"), Files.createDirectory(folder.resolve("redis")));
        origin = Origin.plain(_ -> Answer.text(200, "hello"));
        Files.writeString(folder.resolve("shared.key"), Base64.getEncoder().encodeToString(new byte[32]) + "\n");
        one = rig("one");
        two = rig("two");
        awaitReady(one);
        awaitReady(two);
    }

    @AfterEach
    void stop() {
        one.close();
        two.close();
        origin.close();
        redis.close();
    }

    private Rig rig(String name) throws IOException, StartException {
        return Rig.start(
                Files.createDirectory(folder.resolve(name)),
                Map.of("yes.test:80", origin.hostPort(), "yes.test:443", origin.hostPort()),
                """
                shared:
                  redis: {url: "%s", timeout: 3s}
                  sandboxes: {key_file: "%s", confirm_wait: 30s}
                """.formatted(redis.url(), folder.resolve("shared.key")));
    }

    private static void awaitReady(Rig rig) throws IOException {
        while (rig.admin().send("GET", "/readyz", null, Map.of()).status() != 200) {
            Thread.onSpinWait();
        }
    }

    private static AdminClient.Reply get(Rig rig) throws IOException {
        return rig.admin().send("GET", "/v1/sandboxes/" + SB, null, Map.of());
    }

    private static void awaitGone(Rig rig) throws IOException {
        while (get(rig).status() != 404) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatIsPutToOneIsInForceOnBothWhenTheAnswerSaysSo() throws Exception {
        AdminClient.Reply put = one.put(SB, Rig.lease(GRANTED));
        assertThat(put.status()).as(put.body().toString()).isEqualTo(201);
        assertThat(put.body().path("confirmed").toString()).isEqualTo("{\"gateways\":2,\"of\":2}");

        Map<String, String> env = two.rebased(Rig.variables(put));
        assertThat(two.curl(env, "http://yes.test/")).startsWith("200");
        assertThat(two.curl(env, "http://no.test/")).startsWith("403");
        assertThat(get(two).body().path("ca_pem")).isEqualTo(put.body().path("ca_pem"));

        AdminClient.Reply narrowed = two.put(SB, Rig.lease("http://no.test/**"));
        assertThat(narrowed.status()).as(narrowed.body().toString()).isEqualTo(200);
        assertThat(narrowed.body().path("generation").asInt())
                .isEqualTo(put.body().path("generation").asInt() + 1);
        assertThat(one.curl(Rig.variables(put), "http://yes.test/")).startsWith("403");
    }

    /** A tunnel through a gateway that has said that it is open. */
    private static Socket tunnel(Rig rig, String token) throws IOException {
        URI proxy = URI.create(rig.proxyUrl());
        var socket = new Socket(proxy.getHost(), proxy.getPort());
        String credentials = Base64.getEncoder().encodeToString((SB + ":" + token).getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream()
                .write(("CONNECT yes.test:443 HTTP/1.1\r\nHost: yes.test:443\r\nProxy-Authorization: Basic "
                                + credentials + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        assertThat(head).startsWith("HTTP/1.1 200");
        return socket;
    }

    @Test
    void whatEndsOnOneEndsOnBothWithItsTunnels() throws Exception {
        AdminClient.Reply put = one.put(SB, Rig.lease("https://yes.test:443"));
        String token = put.body().path("token").asString();
        try (Socket open = tunnel(two, token)) {
            assertThat(one.admin().delete(SB).status()).isEqualTo(204);
            assertThat(open.getInputStream().read()).isEqualTo(-1);
        }
        awaitGone(two);
        assertThat(two.put(SB, Rig.lease(GRANTED)).status()).isEqualTo(201);
        assertThat(get(one).body().path("generation").asInt())
                .isGreaterThan(put.body().path("generation").asInt());
    }

    private static int put(Rig rig, String ifMatch) {
        try {
            return rig.admin().put(SB, Rig.lease(GRANTED), false, ifMatch).status();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void ofTwoThatChangeOneGenerationAtOnceOneWins() throws IOException {
        assertThat(one.put(SB, Rig.lease(GRANTED)).status()).isEqualTo(201);
        for (int round = 0; round < 20; round++) {
            String tag = get(one).body().path("generation").asString();
            var here = CompletableFuture.supplyAsync(() -> put(one, tag));
            var there = CompletableFuture.supplyAsync(() -> put(two, tag));
            assertThat(List.of(here.join(), there.join())).containsExactlyInAnyOrder(200, 412);
            assertThat(get(one).body().path("generation"))
                    .isEqualTo(get(two).body().path("generation"));
        }
    }

    @Test
    void anOlderCopyOfTheStoreBringsNothingBack() throws Exception {
        SandboxId other = new SandboxId("sb-2");
        one.put(SB, Rig.lease(GRANTED));
        AdminClient.Reply kept = one.put(other, Rig.lease(GRANTED));
        redis.keep();
        two.put(other, Rig.lease("http://no.test/**"));
        assertThat(two.admin().delete(SB).status()).isEqualTo(204);
        awaitGone(one);
        redis.restore();
        int status = 503;
        while (status == 503) {
            status = one.put(new SandboxId("sb-3"), Rig.lease(GRANTED)).status();
        }
        assertThat(status).isEqualTo(201);
        assertThat(get(one).status()).isEqualTo(404);
        assertThat(get(two).status()).isEqualTo(404);
        assertThat(one.curl(Rig.variables(kept), "http://yes.test/")).startsWith("403");
        one.restart();
        awaitReady(one);
        assertThat(get(one).status()).isEqualTo(404);
        assertThat(one.curl(one.rebased(Rig.variables(kept)), "http://yes.test/"))
                .startsWith("403");
    }
}
