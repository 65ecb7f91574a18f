package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.LocalForge;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Many sandboxes of one gateway that want the same skill at the same time. */
class ManyFetchesTest {
    private static final int SANDBOXES = 200;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void twoHundredSandboxesThatWantOneSkillMakeOneFetchFromTheForge() throws Exception {
        var asked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (LocalForge forge = SkillFixture.RUST
                        .forge()
                        .wrap(answer -> new Answer.Later(() -> {
                            asked.countDown();
                            goOn.await();
                            return answer;
                        }));
                Rig rig = Rig.start(folder, Map.of("forge.test", forge.origin().hostPort()), """
                        fetch:
                          directory: "%s"
                          shown: /sandbox/skills
                          forges: {github.com: {api: "http://forge.test"}}
                        """.formatted(
                                folder.resolve("skills")))) {
            List<JsonNode> sandboxes = new ArrayList<>();
            for (int i = 0; i < SANDBOXES; i++) {
                sandboxes.add(put(rig, new SandboxId("many-" + i)));
            }
            try (HttpClient through = through(sandboxes.getFirst())) {
                List<CompletableFuture<HttpResponse<String>>> answers = sandboxes.stream()
                        .map(sandbox -> fetch(through, sandbox))
                        .toList();
                asked.await();
                goOn.countDown();
                for (CompletableFuture<HttpResponse<String>> answer : answers) {
                    assertThat(answer.get().statusCode())
                            .as(answer.get().body())
                            .isEqualTo(200);
                }
            }
            assertThat(forge.calls()).as("a listing and one file").isEqualTo(2);
            Map<String, Long> records = rig.records("fetch").stream()
                    .collect(Collectors.groupingBy(line -> line.path("sandbox").asString(), Collectors.counting()));
            assertThat(records)
                    .hasSize(SANDBOXES)
                    .allSatisfy((_, lines) -> assertThat(lines).isEqualTo(1));
            for (int i = 0; i < SANDBOXES; i++) {
                assertThat(folder.resolve("skills/many-" + i + "/" + SkillFixture.RUST.landed() + "/SKILL.md"))
                        .hasContent("# Rust");
            }
        }
    }

    private static JsonNode put(Rig rig, SandboxId id) throws IOException {
        var reply = rig.put(
                id,
                SandboxDocuments.builder()
                        .harness(SkillFixture.HARNESS)
                        .run("run-7")
                        .build());
        assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
        return reply.body();
    }

    private static URI proxy(JsonNode sandbox) {
        return URI.create(sandbox.path("env").path("HTTP_PROXY").asString());
    }

    private static HttpClient through(JsonNode sandbox) {
        URI proxy = proxy(sandbox);
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort())))
                .build();
    }

    private static CompletableFuture<HttpResponse<String>> fetch(HttpClient through, JsonNode sandbox) {
        String user =
                Base64.getEncoder().encodeToString(proxy(sandbox).getUserInfo().getBytes(UTF_8));
        String token = sandbox.path("env").path("FULLSEND_FETCH_TOKEN").asString();
        return through.sendAsync(
                HttpRequest.newBuilder(URI.create(
                                sandbox.path("env").path("FULLSEND_FETCH_URL").asString()))
                        .header("Authorization", "Bearer " + token)
                        .header("Proxy-Authorization", "Basic " + user)
                        .POST(HttpRequest.BodyPublishers.ofString("{\"url\":\"" + SkillFixture.RUST.url() + "\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
