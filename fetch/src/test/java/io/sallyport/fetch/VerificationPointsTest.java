package io.sallyport.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.fetch.FetchFixture.Options;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The eight points at which a fetch endpoint is verified, each over a real listener and a local forge. */
@Execution(ExecutionMode.CONCURRENT)
class VerificationPointsTest {
    private static final Map<String, String> RUST = Map.of("SKILL.md", "# Rust\n", "scripts/run.sh", "#!/bin/sh\n");
    private static final String PIN = "#sha256=" + "0".repeat(64);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void point1AnAgentFetchesASkillWhoseUrlLiesUnderAnAllowedPrefix() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            HttpResponse<String> answer = fixture.fetch(fixture.skill("rust", RUST));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).matches("\\{\"local_path\":\"/sandbox/skills/[0-9a-f]{8}-rust\"}\n");
            assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
        }
    }

    @Test
    void point2AUrlOutsideEveryAllowedPrefixIsRejected() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            HttpResponse<String> answer = fixture.fetch("https://github.com/evil/skills/tree/main/rust" + PIN);
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body())
                    .isEqualTo("{\"error\":\"url \\\"https://github.com/evil/skills/tree/main/rust\\\" is not in"
                            + " allowed_remote_resources; the nearest allowed prefix is https://github.com/acme/\"}\n");
            assertThat(fixture.forge.calls()).isZero();
        }
    }

    @Test
    void point3AFetchWithoutIntegrityHashIsRejected() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            HttpResponse<String> answer = fixture.fetch("https://github.com/acme/skills/tree/main/skills/rust");
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).isEqualTo("{\"error\":\"url must include #sha256=... integrity hash\"}\n");
        }
    }

    @Test
    void point4TheEleventhOfTenFetchesFails() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("rust", RUST);
            for (int i = 0; i < 10; i++) {
                assertThat(fixture.fetch(url).statusCode()).as("fetch " + i).isEqualTo(200);
            }
            HttpResponse<String> answer = fixture.fetch(url);
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.body()).isEqualTo("{\"error\":\"runtime fetch rate limit exceeded\"}\n");
            assertThat(fixture.fetch("https://github.com/evil/x/tree/main/y" + PIN)
                            .statusCode())
                    .as("what is not allowed stays so")
                    .isEqualTo(403);
        }
    }

    @Test
    void point5WithoutTheOptInEveryRuntimeFetchIsBlocked() throws Exception {
        var options = new Options();
        options.enabled = false;
        try (var fixture = new FetchFixture(directory, options)) {
            HttpResponse<String> answer = fixture.fetch(fixture.skill("rust", RUST));
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("allow_runtime_fetch");
            assertThat(fixture.forge.calls()).isZero();
        }
    }

    @Test
    void point6TheAuditRecordsEveryRuntimeFetchAndEveryRefusal() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            String url = fixture.skill("rust", RUST);
            fixture.fetch(url);
            fixture.fetch(url);
            fixture.fetch("https://github.com/evil/x/tree/main/y" + PIN);
            assertThat(fixture.auditLines())
                    .hasSize(3)
                    .allSatisfy(line -> assertThat(line)
                            .contains(
                                    "\"fetch_type\":\"runtime\"",
                                    "\"sandbox\":\"sb-1\"",
                                    "\"run\":\"run-7\"",
                                    "\"trace_id\":"));
            assertThat(fixture.auditLines().getFirst())
                    .contains(
                            "\"url\":\"https://github.com/acme/skills/tree/main/skills/rust\"",
                            "\"sha256\":\"" + url.substring(url.length() - 64) + "\"",
                            "\"allowed_by\":\"https://github.com/acme/\"",
                            "\"cache_hit\":false",
                            "\"decision\":\"allow\"",
                            "\"status\":200",
                            "\"bytes\":17",
                            "\"files\":2",
                            "\"findings\":[]",
                            "\"request_time\":\"2026-11-22T10:00:00.000Z\"",
                            "\"fetch_time\":\"2026-11-22T10:00:00.000Z\"");
            assertThat(fixture.auditLines().get(1)).contains("\"cache_hit\":true");
            assertThat(fixture.auditLines().get(2)).contains("\"decision\":\"deny\"", "\"status\":403");
        }
    }

    @Test
    void point7TheSandboxFindsTheDirectoryWithAllItsCompanions() throws Exception {
        try (var fixture = new FetchFixture(directory)) {
            Map<String, String> files = Map.of(
                    "SKILL.md",
                    "# A\n",
                    "scripts/a/run.sh",
                    "#!/bin/sh\n",
                    "references/empty.txt",
                    "",
                    "b c%d#e?.md",
                    "x");
            Path landed = fixture.landed(fixture.fetch(fixture.skill("all", files)));
            assertThat(landed).isDirectory();
            for (Map.Entry<String, String> file : files.entrySet()) {
                assertThat(Files.readString(landed.resolve(file.getKey()))).isEqualTo(file.getValue());
            }
            assertThat(Files.isExecutable(landed.resolve("scripts/a/run.sh"))).isTrue();
            assertThat(Files.isExecutable(landed.resolve("SKILL.md"))).isFalse();
        }
    }

    @Test
    void point8AnHttpsUrlThatIsOnNoForgeIsRejectedWithAClearText() throws Exception {
        var options = new Options();
        options.allowlist = List.of("https://skills.example/");
        try (var fixture = new FetchFixture(directory, options)) {
            HttpResponse<String> answer = fixture.fetch("https://skills.example/rust" + PIN);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).isEqualTo("{\"error\":\"skill URLs must be hosted on a supported forge\"}\n");
        }
    }
}
