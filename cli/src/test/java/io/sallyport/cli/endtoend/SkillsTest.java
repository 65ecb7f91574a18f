package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Skills of a running service: an operator's registry, pushed sets, and enabling and disabling. */
class SkillsTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String LEASE = "{\"tool.call\": [\"web.*\", \"mail.*\"], \"fs.read\": [\"/ws/**\"]}";
    private static final String SKILLS = "/v1/sandboxes/" + Rig.SB + "/skills";
    private static final String WEB = "{\"skill_id\": \"rust\", \"tool\": \"web.search\"}";
    private static final String REGISTRY = "skills: {registry: \"skills\", watch: \"off\"}\n";

    @TempDir
    Path folder = Path.of("");

    private static String manifest(String status, String tools) {
        return "{id: rust, version: \"1\", status: %s, permissions: {tools: [%s]}, commands: {go: run.py}}\n"
                .formatted(status, tools);
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(folder.resolve("skills"));
        Files.writeString(folder.resolve("skills").resolve(file), text);
    }

    private Rig started(String more) throws IOException, StartException {
        Rig rig = Rig.start(folder, Map.of(), more);
        put(rig, Rig.SB, null);
        return rig;
    }

    private static void put(Rig rig, SandboxId id, @Nullable Phase phase) throws IOException {
        assertThat(rig.put(id, Rig.raw(LEASE, null, Map.of())).status()).isBetween(200, 201);
        rig.admin().phase(id, phase == null ? Phase.EXECUTION : phase);
    }

    private static String ask(Rig rig, String question) throws IOException {
        AdminClient.Reply reply = send(rig, "POST", "/v1/sandboxes/" + Rig.SB + "/check", question);
        return reply.status() + " " + reply.body().path("reason").asString();
    }

    private static AdminClient.Reply send(Rig rig, String method, String path, @Nullable String body)
            throws IOException {
        return rig.admin().send(method, path, body == null ? null : JSON.readTree(body), Map.of());
    }

    private static int status(Rig rig, String method, String path) throws IOException {
        return send(rig, method, path, null).status();
    }

    private static String pushed(String... manifests) {
        var files = JSON.createObjectNode();
        for (int i = 0; i < manifests.length; i++) {
            files.put("m" + i + ".yaml", manifests[i]);
        }
        return JSON.createObjectNode().set("manifests", files).toString();
    }

    @Test
    void importedThenEnabledThenInvokedThenDisabledOverRestarts() throws IOException, StartException {
        write("rust.yaml", manifest("imported", "web.*"));
        try (Rig rig = started(REGISTRY)) {
            assertThat(ask(rig, WEB)).isEqualTo("403 skill_not_enabled");
            assertThat(status(rig, "POST", SKILLS + "/rust/enable")).isEqualTo(200);
            assertThat(ask(rig, WEB)).isEqualTo("200 granted");
            rig.restart();
            assertThat(ask(rig, WEB)).isEqualTo("200 granted");
            assertThat(ask(rig, "{\"skill_id\": \"rust\", \"tool\": \"mail.send\"}"))
                    .isEqualTo("403 target_not_allowed");
            assertThat(status(rig, "POST", SKILLS + "/rust/disable")).isEqualTo(200);
            assertThat(ask(rig, WEB)).isEqualTo("403 skill_not_enabled");
            rig.restart();
            assertThat(ask(rig, WEB)).isEqualTo("403 skill_not_enabled");
            assertThat(ask(rig, "{\"tool\": \"web.search\"}"))
                    .as("nobody's skill")
                    .isEqualTo("200 granted");
            assertThat(status(rig, "POST", SKILLS + "/go/enable")).isEqualTo(404);
        }
    }

    @Test
    void theDefaultPhaseAfterARestartIsThePhaseThatWasSet() throws IOException, StartException {
        write("rust.yaml", manifest("enabled", "web.*"));
        try (Rig rig = Rig.start(folder, Map.of(), REGISTRY)) {
            rig.put(Rig.SB, Rig.raw(LEASE, null, Map.of()));
            assertThat(ask(rig, WEB)).isEqualTo("403 phase_violation");
            rig.restart();
            assertThat(ask(rig, WEB)).isEqualTo("403 phase_violation");
            assertThat(send(rig, "POST", "/v1/sandboxes/" + Rig.SB + "/phase", "{\"phase\": \"done\"}")
                            .body()
                            .path("code")
                            .asString())
                    .isEqualTo("INVALID_PHASE");
            assertThat(ask(rig, WEB)).isEqualTo("403 phase_violation");
        }
    }

    @Test
    void aReloadTakesWhatIsThereAndCountsIt() throws IOException, StartException {
        write("rust.yaml", manifest("enabled", "web.*"));
        try (Rig rig = started(REGISTRY)) {
            assertThat(ask(rig, WEB)).isEqualTo("200 granted");
            write("rust.yaml", manifest("enabled", "mail.*"));
            write("go.json", "{\"id\": \"go\"}");
            assertThat(ask(rig, WEB)).as("not read yet").isEqualTo("200 granted");
            JsonNode body = send(rig, "POST", SKILLS + "/reload", null).body();
            assertThat(body.path("count").asInt()).isEqualTo(2);
            assertThat(body.path("registry").asString()).isEqualTo("loaded");
            assertThat(ask(rig, WEB)).isEqualTo("403 target_not_allowed");
        }
    }

    @Test
    void aManifestThatIsWrongIsLeftOutByNameAndTheOthersLoad() throws IOException, StartException {
        write("rust.yaml", manifest("enabled", "web.*"));
        write("bad.yaml", "id: bad\nstatis: enabled\n");
        write("one.yaml", "{id: same, status: enabled}");
        write("two.yaml", "{id: same, status: enabled}");
        write("large.yaml", "id: large\ndescription: " + "x".repeat(70_000));
        write("notes.txt", "no manifest");
        try (Rig rig = started(REGISTRY)) {
            JsonNode body = send(rig, "GET", SKILLS, null).body();
            assertThat(body.path("skills"))
                    .extracting(skill -> skill.path("id").asString())
                    .containsExactly("rust");
            assertThat(body.path("diagnostics").toString())
                    .contains("bad.yaml", "UNKNOWN_KEY", "DUPLICATE_SKILL", "large.yaml", "TOO_LARGE");
            assertThat(ask(rig, WEB)).isEqualTo("200 granted");
            assertThat(ask(rig, WEB.replace("rust", "same"))).isEqualTo("403 skill_not_enabled");
        }
    }

    @Test
    void aRegistryThatCannotBeReadHasNothingEnabled() throws IOException, StartException {
        try (Rig rig = started(REGISTRY)) {
            assertThat(ask(rig, WEB)).isEqualTo("403 skill_not_enabled");
            assertThat(send(rig, "GET", SKILLS, null).body().path("registry").asString())
                    .isEqualTo("unreadable");
            assertThat(metrics(rig)).contains("sallyport_skill_registry_unreadable 1.0", "sallyport_skill_loaded 0.0");
            write("rust.yaml", manifest("enabled", "web.*"));
            assertThat(status(rig, "POST", SKILLS + "/reload")).isEqualTo(200);
            assertThat(ask(rig, WEB)).isEqualTo("200 granted");
            Files.delete(folder.resolve("skills/rust.yaml"));
            Files.delete(folder.resolve("skills"));
            assertThat(status(rig, "POST", SKILLS + "/reload")).isEqualTo(200);
            assertThat(ask(rig, WEB)).isEqualTo("403 skill_not_enabled");
        }
    }

    @Test
    void modulesAreLookedForBesideTheManifest() throws IOException, StartException {
        write("rust.yaml", manifest("enabled", "web.*"));
        String command = "{\"skill_id\": \"rust\", \"command\": \"go\", \"tool\": \"web.search\"}";
        try (Rig rig = started(REGISTRY)) {
            assertThat(ask(rig, command)).isEqualTo("404 module_not_found");
            assertThat(ask(rig, command.replace("go", "dance"))).isEqualTo("400 command_not_found");
            Files.createDirectories(folder.resolve("skills/rust"));
            Files.writeString(folder.resolve("skills/rust/run.py"), "raise SystemExit(1)\n");
            send(rig, "POST", SKILLS + "/reload", null);
            assertThat(ask(rig, command)).isEqualTo("200 granted");
        }
    }

    @Test
    void aSetThatIsPushedIsTheSandboxesOwnAndOutlivesARestart() throws IOException, StartException {
        try (Rig rig = started("")) {
            assertThat(ask(rig, WEB)).as("a claim").isEqualTo("200 granted");
            assertThat(send(rig, "PUT", SKILLS, pushed(manifest("enabled", "mail.*")))
                            .status())
                    .isEqualTo(200);
            assertThat(ask(rig, WEB)).isEqualTo("403 target_not_allowed");
            rig.restart();
            assertThat(ask(rig, WEB)).isEqualTo("403 target_not_allowed");
            assertThat(ask(rig, WEB.replace("rust", "go"))).isEqualTo("403 skill_not_enabled");
            AdminClient.Reply refused =
                    send(rig, "PUT", SKILLS, pushed(manifest("enabled", "web.*"), "id: x\nno: 1\n"));
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.body().toString()).contains("m1.yaml", "UNKNOWN_KEY");
            assertThat(ask(rig, WEB)).as("nothing was changed").isEqualTo("403 target_not_allowed");
            put(rig, Rig.OTHER, null);
            assertThat(send(rig, "POST", "/v1/sandboxes/" + Rig.OTHER + "/check", WEB)
                            .status())
                    .as("another sandbox has none")
                    .isEqualTo(200);
            assertThat(send(rig, "POST", SKILLS + "/reload", null)
                            .body()
                            .path("code")
                            .asString())
                    .isEqualTo("NO_REGISTRY");
            put(rig, Rig.SB, null);
            assertThat(ask(rig, WEB)).as("a PUT of the sandbox keeps them").isEqualTo("403 target_not_allowed");
            assertThat(status(rig, "DELETE", SKILLS)).isEqualTo(200);
            assertThat(ask(rig, WEB)).isEqualTo("200 granted");
        }
    }

    @Test
    void anIdThatIsPutAgainHasNoSkillsOfTheOneBefore() throws IOException, StartException {
        write("rust.yaml", manifest("imported", "web.*"));
        try (Rig rig = started(REGISTRY)) {
            send(rig, "POST", SKILLS + "/rust/enable", null);
            send(rig, "PUT", SKILLS, pushed(manifest("enabled", "web.*")));
            assertThat(ask(rig, WEB)).isEqualTo("200 granted");
            assertThat(status(rig, "DELETE", "/v1/sandboxes/" + Rig.SB)).isEqualTo(204);
            put(rig, Rig.SB, null);
            assertThat(ask(rig, WEB)).isEqualTo("403 skill_not_enabled");
            rig.restart();
            assertThat(ask(rig, WEB)).isEqualTo("403 skill_not_enabled");
        }
    }

    @Test
    void whatTheManifestDisablesNobodyTurnsOn() throws IOException, StartException {
        write("rust.yaml", manifest("disabled", "web.*"));
        try (Rig rig = started(REGISTRY)) {
            AdminClient.Reply reply = send(rig, "POST", SKILLS + "/rust/enable", null);
            assertThat(reply.status()).isEqualTo(409);
            assertThat(reply.body().path("code").asString()).isEqualTo("SKILL_DISABLED");
            assertThat(ask(rig, WEB)).isEqualTo("403 skill_not_enabled");
        }
    }

    @Test
    void aReloadUnderLoadTearsNoAnswer() throws IOException, StartException, InterruptedException {
        String one = manifest("enabled", "web.*");
        String other = "{id: rust, version: \"2\", status: enabled, permissions: {tools: [mail.*]}}\n";
        write("rust.yaml", one);
        String batch = "[%s, %s, %s]".formatted(WEB, WEB.replace("web.search", "mail.send"), WEB);
        var torn = new AtomicReference<@Nullable JsonNode>();
        var ended = new AtomicBoolean();
        var asked = new CountDownLatch(60);
        try (Rig rig = started(REGISTRY);
                var threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 3; i++) {
                threads.execute(() -> {
                    while (!ended.get()) {
                        JsonNode body = batch(rig, batch);
                        boolean whole = List.of("[true,false,true]", "[false,true,false]")
                                .contains(allows(body));
                        if (!whole) {
                            torn.set(body);
                        }
                        asked.countDown();
                    }
                });
            }
            for (int i = 0; i < 30; i++) {
                write("rust.yaml", i % 2 == 0 ? other : one);
                assertThat(status(rig, "POST", SKILLS + "/reload")).isEqualTo(200);
            }
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
            ended.set(true);
            threads.shutdown();
            assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
            assertThat(torn).hasNullValue();
        }
    }

    private static JsonNode batch(Rig rig, String batch) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(rig.adminUrl() + "/v1/sandboxes/" + Rig.SB + "/check"))
                    .header("Authorization", "Bearer " + token(rig))
                    .POST(HttpRequest.BodyPublishers.ofString(batch))
                    .build();
            return JSON.readTree(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String token(Rig rig) throws IOException {
        return Files.readString(rig.state().resolve("admin.token")).strip();
    }

    private static String allows(JsonNode answers) {
        return answers.valueStream()
                .map(answer -> answer.path("allow").asBoolean())
                .toList()
                .toString()
                .replace(" ", "");
    }

    @Test
    void aRateIsToldWithWhenToAskAgain() throws IOException, StartException, InterruptedException {
        write("rust.yaml", "{id: rust, status: enabled, permissions: {tools: [web.*]}, limits: {per_minute: 1}}\n");
        try (Rig rig = started(REGISTRY);
                HttpClient client = HttpClient.newHttpClient()) {
            assertThat(ask(rig, WEB)).isEqualTo("200 granted");
            HttpResponse<String> limited = client.send(
                    HttpRequest.newBuilder(URI.create(rig.adminUrl() + "/v1/sandboxes/" + Rig.SB + "/check"))
                            .header("Authorization", "Bearer " + token(rig))
                            .POST(HttpRequest.BodyPublishers.ofString(WEB))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(limited.statusCode()).isEqualTo(429);
            assertThat(limited.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isBetween(1L, 60L);
            assertThat(limited.body()).contains("\"code\":\"RATE_LIMITED\"", "\"retry_after_ms\":");
        }
    }

    @Test
    void recordsAndMetricsNameTheSkill() throws IOException, StartException {
        write("rust.yaml", manifest("enabled", "web.*"));
        try (Rig rig = started(REGISTRY)) {
            ask(rig, WEB);
            ask(rig, WEB.replace("web.search", "mail.send"));
            ask(rig, WEB.replace("rust", "made-up"));
            List<JsonNode> records = rig.records("tool");
            assertThat(records)
                    .extracting(record -> record.path("security_event").asString() + " "
                            + record.path("skill_id").asString() + " "
                            + record.path("skill_version").asString(""))
                    .containsExactly("allowed rust 1", "permission_denied rust 1", "skill_not_enabled made-up ");
            assertThat(records.get(0).path("skill_digest").asString()).hasSize(64);
            assertThat(records.get(1).path("allowlist").toString()).isEqualTo("[\"web.*\"]");
            assertThat(metrics(rig))
                    .contains(
                            "sallyport_skill_decisions_total{code=\"OK\",skill=\"rust\"} 1.0",
                            "sallyport_skill_decisions_total{code=\"PERMISSION_DENIED\",skill=\"rust\"} 1.0",
                            "sallyport_skill_decisions_total{code=\"SKILL_NOT_ENABLED\",skill=\"other\"} 1.0",
                            "sallyport_skill_decision_seconds_count 3",
                            "sallyport_skill_phase{phase=\"execution\"} 1.0",
                            "sallyport_skill_loaded 1.0",
                            "sallyport_skill_reload_seconds_count 1")
                    .doesNotContain("made-up");
        }
    }

    private static String metrics(Rig rig) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create(rig.adminUrl() + "/metrics"))
                                    .header("Authorization", "Bearer " + token(rig))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theRegistryIsWatched() throws IOException, StartException {
        write("rust.yaml", manifest("enabled", "mail.*"));
        try (Rig rig = started(REGISTRY.replace("off", "20ms"))) {
            assertThat(ask(rig, WEB)).isEqualTo("403 target_not_allowed");
            write("rust.yaml", manifest("enabled", "web.*"));
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            String last = ask(rig, WEB);
            while (!last.equals("200 granted") && System.nanoTime() < end) {
                last = ask(rig, WEB);
            }
            assertThat(last).isEqualTo("200 granted");
        }
    }
}
