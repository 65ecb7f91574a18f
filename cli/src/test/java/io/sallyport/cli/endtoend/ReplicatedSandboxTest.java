package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.ReplicaPair.GRANTED;
import static io.sallyport.cli.endtoend.ReplicaPair.SB;
import static io.sallyport.cli.endtoend.ReplicaPair.awaitGone;
import static io.sallyport.cli.endtoend.ReplicaPair.awaitReady;
import static io.sallyport.cli.endtoend.ReplicaPair.get;
import static io.sallyport.cli.endtoend.ReplicaPair.tunnel;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways and one Redis: a sandbox that is put to one of them is in force on both. */
class ReplicatedSandboxTest {
    @TempDir
    Path folder = Path.of("");

    private ReplicaPair pair;
    private Rig one;
    private Rig two;

    @BeforeEach
    void start() throws Exception {
        pair = new ReplicaPair(folder, "timeout: 3s", "confirm_wait: 30s");
        one = pair.one;
        two = pair.two;
    }

    @AfterEach
    void stop() throws IOException {
        pair.close();
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

    private static HttpResponse<Void> deleted(Rig rig) throws Exception {
        var call = HttpRequest.newBuilder(URI.create(rig.adminUrl() + "/v1/sandboxes/" + SB))
                .header("Authorization", "Bearer " + rig.token())
                .DELETE()
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(call, HttpResponse.BodyHandlers.discarding());
        }
    }

    @Test
    void whatEndsOnOneEndsOnBothWithItsTunnels() throws Exception {
        AdminClient.Reply put = one.put(SB, Rig.lease("https://yes.test:443"));
        String token = put.body().path("token").asString();
        try (Socket open = tunnel(two, token)) {
            HttpResponse<Void> gone = deleted(one);
            assertThat(gone.statusCode()).isEqualTo(204);
            assertThat(gone.headers().firstValue("Sallyport-Confirmed")).contains("2/2");
            assertThat(get(two).status()).isEqualTo(404);
            assertThat(open.getInputStream().read()).isEqualTo(-1);
        }
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
        pair.redis.keep();
        two.put(other, Rig.lease("http://no.test/**"));
        assertThat(two.admin().delete(SB).status()).isEqualTo(204);
        awaitGone(one);
        pair.redis.restore();
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
