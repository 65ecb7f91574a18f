package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single files through a whole gateway: its policy decides, as it does of a GET through the proxy. */
class FileFetchTest {
    private static final String CONTENT = "a tool\n";
    private static final String PIN = "#sha256=" + Sha256.of(CONTENT.getBytes(UTF_8));
    private static final String TOOL = "https://files.test/open/tool" + PIN;
    private static final String HARNESS = """
            agent: agents/coder.md
            role: coder
            allowed_remote_resources: ["https://files.test/open/"]
            """;

    @TempDir
    private Path folder = Path.of("");

    private final TestCa ca = TestCa.create("file origins", InstantSource.system());
    private final Origin origin = Origin.tls(ca.leaf("files.test", "other.test"), FileFetchTest::answer);

    @BeforeEach
    void require() {
        RequireTool.require("curl");
    }

    @AfterEach
    void close() {
        origin.close();
    }

    private static Answer answer(ReceivedRequest request) {
        return request.path().equals("/open/moved")
                ? Answer.redirect("https://other.test/open/tool")
                : Answer.text(200, CONTENT);
    }

    @Test
    void whatTheSandboxMayGetThroughTheProxyItMayFetch() throws Exception {
        try (Rig rig = rig()) {
            Map<String, String> env = lease(rig, Rig.SB, "https://files.test/open/**");
            assertThat(fetch(rig, env, TOOL)).startsWith("200 {\"local_path\":\"/sandbox/files/");
            Path landed = folder.resolve("files").resolve("sb-1").resolve(PIN.substring(8, 16) + "-tool");
            assertThat(landed).hasContent(CONTENT);
            assertThat(fetch(rig, env, TOOL.replace("open", "closed")))
                    .isEqualTo("403 {\"error\":\"denied by policy: no grant of this sandbox covers the request\"}\n");
            assertThat(fetch(rig, env, "https://files.test/open/moved#sha256=" + "0".repeat(64)))
                    .startsWith("403 {\"error\":\"redirect to https://other.test/open/tool: denied by policy");
            Map<String, String> other = lease(rig, Rig.OTHER, "https://elsewhere.test/**");
            assertThat(fetch(rig, other, TOOL)).as("though it is kept").startsWith("403 ");
            assertThat(origin.received())
                    .extracting(ReceivedRequest::path)
                    .containsExactly("/open/tool", "/open/moved");
            assertThat(rig.records("fetch").getFirst().path("allowed_by").asString())
                    .isEqualTo("lease:net.fetch[0]");
        }
    }

    @Test
    void aMethodThatIsNotGrantedAndADenyOfEitherQuestionRefuse() throws Exception {
        try (Rig rig = rig()) {
            String rego = """
                    package sallyport.sandbox

                    deny contains {"rule": "no-fetch", "message": "no files today"} if input.kind == "fetch"
                    """;
            Map<String, String> env =
                    Rig.variables(rig.put(Rig.SB, Rig.lease(Map.of("own.rego", rego), "https://files.test/open/**")));
            assertThat(fetch(rig, env, TOOL)).isEqualTo("403 {\"error\":\"denied by policy: no files today\"}\n");
            assertThat(origin.received()).isEmpty();
        }
    }

    @Test
    void aHarnessGrantsFilesOnlyWhereItOptsIn() throws Exception {
        try (Rig rig = rig()) {
            Map<String, String> off = harness(rig, Rig.SB, HARNESS);
            assertThat(fetch(rig, off, TOOL)).startsWith("403 ");
            Map<String, String> on =
                    harness(rig, Rig.OTHER, HARNESS + "allow_runtime_fetch: true\nmax_runtime_fetches: 1\n");
            assertThat(fetch(rig, on, TOOL)).startsWith("200 ");
            assertThat(fetch(rig, on, TOOL)).startsWith("429 ");
            assertThat(fetch(rig, on, TOOL.replace("open", "closed"))).startsWith("403 ");
        }
    }

    @Test
    void whatIsEncodedTwiceNoAllowlistCovers() throws Exception {
        try (Rig rig = rig()) {
            Map<String, String> listed = harness(rig, Rig.SB, HARNESS + "allow_runtime_fetch: true\n");
            assertThat(fetch(rig, listed, TOOL.replace("open/", "open/%252e%252e/")))
                    .startsWith("403 ")
                    .contains("is not in allowed_remote_resources; the nearest allowed prefix is");
            assertThat(origin.received()).isEmpty();
            Map<String, String> granted = lease(rig, Rig.OTHER, "https://files.test/open/**");
            assertThat(fetch(rig, granted, TOOL.replace("open/", "open/%252e%252e/")))
                    .as("a GET through the proxy may name it")
                    .startsWith("200 ");
        }
    }

    @Test
    void requestsAndBytesAreCharged() throws Exception {
        try (Rig rig = rig()) {
            String lease = "{\"net.fetch\": [\"https://files.test/**\"], \"cost.budget\": [\"bytes:10\"]}";
            Map<String, String> env = Rig.variables(rig.put(Rig.SB, Rig.raw(lease, null, Map.of())));
            assertThat(fetch(rig, env, TOOL)).startsWith("200 ");
            assertThat(fetch(rig, env, TOOL)).as("7 of 10 were left to spend").startsWith("200 ");
            assertThat(fetch(rig, env, TOOL)).isEqualTo("402 {\"error\":\"the budget is used up\"}\n");
        }
    }

    @Test
    void whatIsPlannedFetchesNothingWhereThePhaseIsAGate() throws Exception {
        try (Rig rig = rig()) {
            var documents = SandboxDocuments.builder()
                    .lease("{\"net.fetch\": [\"https://files.test/**\"]}")
                    .phaseGates(Set.of("net.fetch"))
                    .build();
            Map<String, String> env = Rig.variables(rig.put(Rig.SB, documents));
            assertThat(fetch(rig, env, TOOL)).startsWith("403 ").contains("planning");
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            assertThat(fetch(rig, env, TOOL)).startsWith("200 ");
        }
    }

    @Test
    void theGatewaysOwnNamesAreNoTargets() throws Exception {
        try (Rig rig = rig()) {
            Map<String, String> env = lease(rig, Rig.SB, "https://**");
            assertThat(fetch(rig, env, "https://sallyport.internal/ca.pem" + PIN))
                    .startsWith("403 ");
            assertThat(fetch(rig, env, "https://x.api.internal/a" + PIN)).startsWith("403 ");
            assertThat(fetch(rig, env, "https://127.0.0.1/a" + PIN)).startsWith("403 ");
        }
    }

    private Rig rig() throws IOException, StartException {
        Path roots = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        return Rig.start(
                folder,
                Map.of("files.test:443", origin.hostPort(), "other.test:443", origin.hostPort()),
                roots,
                "fetch: {directory: files, shown: /sandbox/files}\n");
    }

    private static Map<String, String> lease(Rig rig, SandboxId id, String pattern) throws IOException {
        return rig.grant(id, pattern);
    }

    private static Map<String, String> harness(Rig rig, SandboxId id, @Nullable String harness) throws IOException {
        return Rig.variables(
                rig.put(id, SandboxDocuments.builder().harness(harness).build()));
    }

    private static String fetch(Rig rig, Map<String, String> env, String url) {
        env.put("FILE", url);
        Client.Ended ended = rig.run(
                env,
                "sh",
                "-c",
                "curl -s -w '%{stderr}%{http_code} ' -H \"Authorization: Bearer $FULLSEND_FETCH_TOKEN\""
                        + " --data \"{\\\"type\\\":\\\"file\\\",\\\"url\\\":\\\"$FILE\\\"}\" $FULLSEND_FETCH_URL");
        return ended.err() + ended.out();
    }
}
