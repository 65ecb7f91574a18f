package io.sallyport.gateway.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.tree.Sha256;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.tree.TreeEntry;
import io.sallyport.fetch.tree.TreeHash;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.LocalForge;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The fetch endpoint of a whole gateway: tokens, policy and counts are each sandbox's own. */
class FetchTest {
    private static final String HARNESS = """
            agent: agents/coder.md
            role: coder
            allowed_remote_resources: ["https://github.com/acme/"]
            allow_runtime_fetch: true
            max_runtime_fetches: 2
            """;
    private static final String DENY = """
            package sallyport.sandbox

            deny contains {"rule": "no-skills", "message": "no skills today"} if input.kind == "fetch"
            """;
    private static final String URL = "https://github.com/acme/skills/tree/main/rust#sha256="
            + TreeHash.of(List.of(new TreeEntry(new SkillPath("SKILL.md"), Sha256.of("# Rust\n".getBytes(UTF_8)))));

    @TempDir
    private Path folder = Path.of("");

    private final LocalForge forge = LocalForge.plain().file("acme/skills@main", "rust/SKILL.md", "# Rust\n");
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void close() {
        client.close();
        forge.close();
    }

    @Test
    void aSandboxFetchesWithItsOwnTokenAndCount() throws Exception {
        try (Rig rig = rig()) {
            JsonNode first = put(rig, Rig.SB, HARNESS, Map.of());
            JsonNode second = put(rig, Rig.OTHER, HARNESS, Map.of());
            assertThat(first.path("env").path("FULLSEND_FETCH_URL").asString())
                    .isEqualTo(first.path("fetch").path("url").asString());
            for (int i = 0; i < 2; i++) {
                assertThat(fetch(first).body()).matches("\\{\"local_path\":\"/sandbox/skills/[0-9a-f]{8}-rust\"}\n");
            }
            assertThat(fetch(first).statusCode()).isEqualTo(429);
            assertThat(fetch(second).statusCode()).as("another's count").isEqualTo(200);
            assertThat(forge.calls()).as("kept once for both").isEqualTo(2);
            assertThat(Files.readString(landed(Rig.SB))).isEqualTo("# Rust\n");
            assertThat(Files.readString(landed(Rig.OTHER))).isEqualTo("# Rust\n");
        }
    }

    @Test
    void aPutKeepsTokenAndCountAndAChangedAllowlistIsInForceAtOnce() throws Exception {
        try (Rig rig = rig()) {
            JsonNode first = put(rig, Rig.SB, HARNESS, Map.of());
            assertThat(fetch(first).statusCode()).isEqualTo(200);
            put(rig, Rig.SB, HARNESS.replace("acme/", "other/"), Map.of());
            assertThat(fetch(first).statusCode()).isEqualTo(403);
            put(rig, Rig.SB, HARNESS, Map.of());
            assertThat(fetch(first).statusCode()).isEqualTo(200);
            assertThat(fetch(first).statusCode()).isEqualTo(429);
        }
    }

    @Test
    void aSandboxWithoutTheOptInIsToldSo() throws Exception {
        try (Rig rig = rig()) {
            JsonNode off = put(
                    rig, Rig.SB, HARNESS.replace("allow_runtime_fetch: true\nmax_runtime_fetches: 2\n", ""), Map.of());
            assertThat(fetch(off).body()).contains("allow_runtime_fetch");
            JsonNode none = put(rig, Rig.OTHER, null, Map.of());
            assertThat(fetch(none).statusCode()).isEqualTo(403);
            assertThat(forge.calls()).isZero();
        }
    }

    @Test
    void itsRegoCanDenyAndATokenOpensNoOtherDoor() throws Exception {
        try (Rig rig = rig()) {
            JsonNode first = put(rig, Rig.SB, HARNESS, Map.of("deny.rego", DENY));
            assertThat(fetch(first).body()).isEqualTo("{\"error\":\"denied by policy: no skills today\"}\n");
            String url = first.path("fetch").path("url").asString();
            assertThat(fetch(url, first.path("token").asString()).statusCode())
                    .as("the proxy's token")
                    .isEqualTo(401);
            rig.admin().send("DELETE", "/v1/sandboxes/" + Rig.SB, null, Map.of());
            assertThat(fetch(first).statusCode())
                    .as("of a sandbox that is no more")
                    .isEqualTo(401);
        }
    }

    private Rig rig() throws IOException, StartException {
        return Rig.start(
                folder, Map.of("forge.test", "127.0.0.1:" + forge.origin().port()), """
                fetch:
                  listen: "127.0.0.1:0"
                  directory: skills
                  shown: /sandbox/skills
                  forges: {github.com: {api: "http://forge.test"}}
                """);
    }

    private static JsonNode put(Rig rig, SandboxId id, @Nullable String harness, Map<String, String> rego)
            throws IOException {
        var reply = rig.put(
                id,
                new SandboxDocuments(null, null, harness, null, rego, "run-7", null, Map.of(), null, Set.of(), false));
        assertThat(reply.status()).as(reply.toString()).isBetween(200, 201);
        return reply.body();
    }

    private HttpResponse<String> fetch(JsonNode sandbox) throws IOException, InterruptedException {
        return fetch(
                sandbox.path("fetch").path("url").asString(),
                sandbox.path("fetch").path("token").asString());
    }

    private HttpResponse<String> fetch(String url, String token) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(url))
                        .header("Authorization", "Bearer " + token)
                        .POST(HttpRequest.BodyPublishers.ofString("{\"url\":\"" + URL + "\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private Path landed(SandboxId id) {
        String name = URL.substring(URL.length() - 64).substring(0, 8) + "-rust";
        return folder.resolve("skills").resolve(id.text()).resolve(name).resolve("SKILL.md");
    }
}
