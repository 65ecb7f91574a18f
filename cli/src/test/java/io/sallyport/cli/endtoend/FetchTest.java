package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.LocalForge;
import io.sallyport.testkit.RedisServer;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The fetch endpoint of a whole gateway: each sandbox has its own tokens, policy and counts. */
class FetchTest {
    private static final String HARNESS = SkillFixture.HARNESS + "max_runtime_fetches: 2\n";
    private static final String DENY = """
            package sallyport.sandbox

            deny contains {"rule": "no-skills", "message": "no skills today"} if input.kind == "fetch"
            """;
    private static final String URL = SkillFixture.RUST.url();

    @TempDir
    private Path folder = Path.of("");

    private final LocalForge forge = SkillFixture.RUST.forge();

    @AfterEach
    void close() {
        forge.close();
    }

    @Test
    void aSandboxFetchesWithItsOwnTokenAndCount() throws Exception {
        try (Rig rig = rig()) {
            JsonNode first = put(rig, Rig.SB, HARNESS, Map.of());
            JsonNode second = put(rig, Rig.OTHER, HARNESS, Map.of());
            assertThat(first.path("env").path("FULLSEND_FETCH_URL").asString())
                    .isEqualTo(first.path("fetch").path("url").asString())
                    .isEqualTo("http://sallyport.internal/fetch");
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
    void whatWasCountedOutlivesTheGatewayAndEndsWithTheSandbox() throws Exception {
        try (Rig rig = rig()) {
            JsonNode first = put(rig, Rig.SB, HARNESS, Map.of());
            assertThat(fetch(first).statusCode()).isEqualTo(200);
            rig.restart();
            assertThat(fetch(rig, first).statusCode()).isEqualTo(200);
            assertThat(fetch(rig, first).statusCode()).isEqualTo(429);
            rig.restart();
            assertThat(fetch(rig, first).statusCode()).isEqualTo(429);
            assertThat(rig.state().resolve("fetched/sb-1.json"))
                    .content()
                    .contains("\"served\" : 2", "\"attempts\" : 1");
            rig.admin().send("DELETE", "/v1/sandboxes/" + Rig.SB, null, Map.of());
            assertThat(rig.state().resolve("fetched/sb-1.json")).doesNotExist();
            assertThat(fetch(rig, put(rig, Rig.SB, HARNESS, Map.of())).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void countsThatCannotBeReadAreUsedUp() throws Exception {
        try (Rig rig = rig()) {
            JsonNode first = put(rig, Rig.SB, HARNESS, Map.of());
            assertThat(fetch(first).statusCode()).isEqualTo(200);
            rig.stop();
            Files.writeString(rig.state().resolve("fetched/sb-1.json"), "{}");
            rig.restartAfterStop();
            assertThat(fetch(rig, first).statusCode()).isEqualTo(429);
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
            assertThat(fetch(first, first.path("token").asString()).statusCode())
                    .as("the proxy's token")
                    .isEqualTo(401);
            JsonNode second = put(rig, Rig.OTHER, HARNESS, Map.of());
            assertThat(fetch(first, second.path("fetch").path("token").asString())
                            .statusCode())
                    .as("another sandbox's")
                    .isEqualTo(401);
            assertThat(rig.records("fetch").getLast().path("sandbox").asString())
                    .isEqualTo("sb-1");
            rig.admin().send("DELETE", "/v1/sandboxes/" + Rig.SB, null, Map.of());
            assertThat(fetch(first).statusCode())
                    .as("of a sandbox that is no more")
                    .isEqualTo(407);
        }
    }

    @Test
    void skillsAreUploadedByTheOperatorsCommand() throws Exception {
        try (Rig rig = rig("upload: [cp, -r, '{source}', '" + folder + "/{sandbox}:{name}']")) {
            JsonNode first = put(rig, Rig.SB, HARNESS, Map.of());
            assertThat(fetch(first).body()).matches("\\{\"local_path\":\"/sandbox/skills/[0-9a-f]{8}-rust\"}\n");
            assertThat(fetch(first).statusCode()).as("not uploaded twice").isEqualTo(200);
            String name = skillName();
            Path uploaded = folder.resolve(Rig.SB.text() + ":" + name);
            assertThat(uploaded.resolve("SKILL.md")).hasContent("# Rust");
            assertThat(uploaded.resolve(name)).doesNotExist();
        }
    }

    @Test
    void aKeptSkillIsForThoseAloneWhoMayFetchItWhereItIs() throws Exception {
        try (Rig rig = rig()) {
            JsonNode first = put(rig, Rig.SB, HARNESS, Map.of());
            JsonNode second = put(rig, Rig.OTHER, HARNESS.replace("acme/", "other/"), Map.of());
            assertThat(fetch(first).statusCode()).isEqualTo(200);
            assertThat(fetch(second).statusCode()).as("kept, and not his").isEqualTo(403);
            assertThat(fetchAt(second, URL.replace("acme/", "other/")).statusCode())
                    .as("the same pin where he may")
                    .isEqualTo(502);
            assertThat(folder.resolve("skills").resolve(Rig.OTHER.text())).doesNotExist();
        }
    }

    @Test
    void aSkillLandsAfterAnyNumberOfRestartsAndGoesWithItsSandbox() throws Exception {
        String harness = HARNESS.replace("fetches: 2", "fetches: 20");
        try (Rig rig = rig()) {
            JsonNode first = put(rig, Rig.SB, harness, Map.of());
            for (int life = 0; life < 10; life++) {
                assertThat(fetch(rig, first).statusCode()).as("life " + life).isEqualTo(200);
                rig.restart();
            }
            Path own = folder.resolve("skills").resolve(Rig.SB.text());
            assertThat(own).isDirectory();
            rig.admin().send("DELETE", "/v1/sandboxes/" + Rig.SB, null, Map.of());
            assertThat(own).doesNotExist();
            JsonNode next = put(rig, Rig.SB, harness, Map.of());
            assertThat(fetch(rig, next).statusCode()).isEqualTo(200);
            assertThat(own.toFile().list()).containsExactly(skillName());
        }
    }

    @Test
    void whereNothingCanLandNothingIsFetchedAndTheAnswerSaysWhatToAskFor() throws Exception {
        try (Rig rig = rig("offline: false")) {
            JsonNode sandbox = put(rig, Rig.SB, HARNESS, Map.of());
            HttpResponse<String> refused = fetch(sandbox);
            assertThat(refused.statusCode()).isEqualTo(500);
            assertThat(refused.body()).contains("failed to upload skill to sandbox", "Accept: application/x-tar");
            assertThat(fetchAt(sandbox, URL.replace("acme/", "other/")).statusCode())
                    .as("what is not allowed is said first")
                    .isEqualTo(403);
            assertThat(forge.calls()).isZero();
            assertThat(rig.state().resolve("fetched/sb-1.json")).doesNotExist();
            HttpResponse<String> tar = fetchAs(sandbox, "application/x-tar");
            assertThat(tar.statusCode()).isEqualTo(200);
            assertThat(tar.body()).contains("SKILL.md", "# Rust\n");
        }
    }

    @Test
    void requestsAndBytesAreChargedForWhatIsServed() throws Exception {
        String harness = HARNESS.replace("fetches: 2", "fetches: 20");
        String lease = "{\"net.fetch\": [\"https://x.test/**\"], \"cost.budget\": [\"%s\"]}";
        try (Rig rig = rig()) {
            JsonNode bytes = put(rig, Rig.SB, null, lease.formatted("bytes:10"), harness, Map.of());
            assertThat(fetch(bytes).statusCode()).isEqualTo(200);
            assertThat(fetch(bytes).statusCode())
                    .as("7 of 10 were left to spend")
                    .isEqualTo(200);
            assertThat(fetch(bytes).body()).isEqualTo("{\"error\":\"the budget is used up\"}\n");
            JsonNode requests = put(rig, Rig.OTHER, null, lease.formatted("requests:1"), harness, Map.of());
            assertThat(fetchAt(requests, URL.replace("tree", "blob")).statusCode())
                    .isEqualTo(400);
            assertThat(fetchAt(requests, URL.replace("acme", "other")).statusCode())
                    .isEqualTo(403);
            assertThat(fetch(requests).statusCode()).as("nothing was charged").isEqualTo(200);
            assertThat(fetch(requests).statusCode()).isEqualTo(402);
        }
    }

    @Test
    void aChildFetchesOnlyWhereEachAboveItOptsInAndCountsForItself() throws Exception {
        String off = HARNESS.replace("allow_runtime_fetch: true\nmax_runtime_fetches: 2\n", "");
        String lease = "{\"net.fetch\": [\"https://x.test/**\"]}";
        try (Rig rig = rig()) {
            put(rig, Rig.SB, HARNESS, Map.of());
            JsonNode child = put(rig, Rig.OTHER, Rig.SB, null, HARNESS, Map.of());
            assertThat(fetch(child).statusCode()).isEqualTo(200);
            put(rig, Rig.SB, off, Map.of());
            assertThat(fetch(child).statusCode()).isEqualTo(403);
            assertThat(fetch(child).body()).contains("not enabled for this run or its parent (allow_runtime_fetch)");
            put(rig, Rig.SB, null, lease, null, Map.of());
            assertThat(fetch(child).statusCode())
                    .as("a parent without a harness grants no fetch")
                    .isEqualTo(403);
            put(rig, Rig.SB, HARNESS.replace("fetches: 2", "fetches: 1"), Map.of());
            assertThat(fetch(child).statusCode()).as("its own count").isEqualTo(200);
            assertThat(fetch(child).statusCode()).isEqualTo(429);
        }
    }

    @Test
    void twoGatewaysHoldTheMaximumTogetherThroughARestartAndWithoutTheStoreNobodyFetches() throws Exception {
        String shared = "shared: {redis: {url: \"%s\", slice: 0, timeout: 3s}}\n";
        Path store = Files.createDirectory(folder.resolve("redis"));
        try (RedisServer redis = RedisServer.start(RequireTool.require("redis-server"), store);
                Rig one = rig("one", shared.formatted(redis.url()));
                Rig two = rig("two", shared.formatted(redis.url()))) {
            JsonNode here = put(one, Rig.SB, HARNESS, Map.of());
            JsonNode there = put(two, Rig.SB, HARNESS, Map.of());
            assertThat(fetch(here).statusCode()).isEqualTo(200);
            assertThat(fetch(there).statusCode()).isEqualTo(200);
            assertThat(fetch(here).statusCode()).isEqualTo(429);
            assertThat(fetch(there).statusCode()).isEqualTo(429);
            one.restart();
            ReplicaPair.awaitReady(one);
            assertThat(fetch(one, here).statusCode()).isEqualTo(429);
            redis.kill();
            HttpResponse<String> refused = fetch(there);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(forge.calls()).as("kept by each").isEqualTo(4);
        }
    }

    private Rig rig(String name, String more) throws IOException, StartException {
        Rig rig = startIn(Files.createDirectory(folder.resolve(name)), "directory: skills", more);
        ReplicaPair.awaitReady(rig);
        return rig;
    }

    private Rig rig() throws IOException, StartException {
        return rig("directory: skills");
    }

    private Rig rig(String landing) throws IOException, StartException {
        return startIn(folder, landing, "");
    }

    private Rig startIn(Path own, String landing, String more) throws IOException, StartException {
        return Rig.start(
                own, Map.of("forge.test", "127.0.0.1:" + forge.origin().port()), """
                fetch:
                  %s
                  shown: /sandbox/skills
                  forges: {github.com: {api: "http://forge.test"}}
                """.formatted(landing) + more);
    }

    private static JsonNode put(Rig rig, SandboxId id, @Nullable String harness, Map<String, String> rego)
            throws IOException {
        return put(rig, id, null, null, harness, rego);
    }

    private static JsonNode put(
            Rig rig,
            SandboxId id,
            @Nullable SandboxId parent,
            @Nullable String lease,
            @Nullable String harness,
            Map<String, String> rego)
            throws IOException {
        var reply = rig.put(
                id,
                SandboxDocuments.builder()
                        .lease(lease)
                        .harness(harness)
                        .rego(rego)
                        .run("run-7")
                        .parent(parent)
                        .build());
        assertThat(reply.status()).as(reply.toString()).isBetween(200, 201);
        return reply.body();
    }

    private HttpResponse<String> fetch(JsonNode sandbox) throws IOException, InterruptedException {
        return fetch(sandbox, sandbox.path("fetch").path("token").asString());
    }

    /** Fetches after a restart, when the proxy may have another port. */
    private HttpResponse<String> fetch(Rig rig, JsonNode sandbox) throws IOException, InterruptedException {
        String proxy = rig.rebased(
                        Map.of("p", sandbox.path("env").path("HTTP_PROXY").asString()))
                .getOrDefault("p", "");
        return fetch(sandbox, sandbox.path("fetch").path("token").asString(), proxy);
    }

    private HttpResponse<String> fetch(JsonNode sandbox, String token) throws IOException, InterruptedException {
        return fetch(sandbox, token, sandbox.path("env").path("HTTP_PROXY").asString());
    }

    private HttpResponse<String> fetchAt(JsonNode sandbox, String url) throws IOException, InterruptedException {
        String proxy = sandbox.path("env").path("HTTP_PROXY").asString();
        return fetch(sandbox, sandbox.path("fetch").path("token").asString(), proxy, url, "*/*");
    }

    private HttpResponse<String> fetchAs(JsonNode sandbox, String type) throws IOException, InterruptedException {
        String proxy = sandbox.path("env").path("HTTP_PROXY").asString();
        return fetch(sandbox, sandbox.path("fetch").path("token").asString(), proxy, URL, type);
    }

    private HttpResponse<String> fetch(JsonNode sandbox, String token, String proxyUrl)
            throws IOException, InterruptedException {
        return fetch(sandbox, token, proxyUrl, URL, "*/*");
    }

    /** Fetches like fullsend: with the variables that the sandbox received. */
    private HttpResponse<String> fetch(JsonNode sandbox, String token, String proxyUrl, String url, String accept)
            throws IOException, InterruptedException {
        JsonNode env = sandbox.path("env");
        URI proxy = URI.create(proxyUrl);
        byte[] user = proxy.getUserInfo().getBytes(UTF_8);
        try (HttpClient through = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort())))
                .build()) {
            return through.send(
                    HttpRequest.newBuilder(
                                    URI.create(env.path("FULLSEND_FETCH_URL").asString()))
                            .header("Authorization", "Bearer " + token)
                            .header("Accept", accept)
                            .header(
                                    "Proxy-Authorization",
                                    "Basic " + Base64.getEncoder().encodeToString(user))
                            .POST(HttpRequest.BodyPublishers.ofString("{\"url\":\"" + url + "\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private Path landed(SandboxId id) {
        return folder.resolve("skills").resolve(id.text()).resolve(skillName()).resolve("SKILL.md");
    }

    private static String skillName() {
        return SkillFixture.RUST.landed();
    }
}
