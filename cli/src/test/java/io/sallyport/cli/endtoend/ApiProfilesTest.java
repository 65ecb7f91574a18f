package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.Rig.OTHER;
import static io.sallyport.cli.endtoend.Rig.SB;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.junit.RequireTool;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two harnesses with one program and different profiles, with real calls and a real server. */
class ApiProfilesTest {
    private static final String URL = "http://builder.api.internal";
    private static final String PLACEHOLDER = "openshell:resolve:env:API_BUILDER_TOKEN";
    private static final Map<String, String> PROFILES = Map.of(
            "profiles/builder-build.yaml", """
            id: builder-build
            endpoints:
              - {host: builder.api.internal, port: 80, rules: [{allow: {method: POST, path: /build}}]}
            """, "profiles/builder-push.yaml", """
            id: builder-push
            endpoints:
              - host: builder.api.internal
                port: 80
                rules: [{allow: {method: POST, path: "/push/*"}}]
                deny_rules: [{method: POST, path: /push/main}]
              - {host: builder.api.internal, port: 80, path: "/images/**", access: read-only}
            """, "profiles/builder-read.yaml", """
            id: builder-read
            endpoints:
              - {host: host.openshell.internal, port: PORT, rules: [{allow: {method: GET, path: "/repo/status/*"}}]}
            """);

    @TempDir
    private Path folder = Path.of("");

    private @Nullable Rig running;
    private int port;
    private Map<String, String> writer = Map.of();
    private Map<String, String> reader = Map.of();

    @BeforeEach
    void start() throws Exception {
        RequireTool.require("python3");
        RequireTool.require("curl");
        RequireTool.require("setsid");
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Path builder = programs.resolve("builder");
        Files.copy(Path.of("src/test/resources/apiservers/builder"), builder);
        assertThat(builder.toFile().setExecutable(true)).isTrue();
        Rig rig = Rig.start(
                folder, Map.of(), "api_servers: {directories: [\"programs\"], " + ServerPrograms.PATIENT + "}");
        running = rig;
        port = freePort();
        writer = put(SB, "[builder-build, builder-push]", port);
        reader = put(OTHER, "[builder-read]", freePort());
    }

    @AfterEach
    void stop() {
        rig().close();
    }

    private Rig rig() {
        return Objects.requireNonNull(running);
    }

    @Test
    void eachSandboxMayWhatItsHarnessAttaches() throws Exception {
        assertThat(post(writer, URL + "/build")).startsWith("200 ").contains("\"asked\": \"POST /build\"");
        assertThat(post(writer, URL + "/push/dev")).startsWith("200 ");
        assertThat(post(writer, URL + "/push/main"))
                .startsWith("403 ")
                .contains("policy_deny", "_provider_builder-push");
        assertThat(get(writer, URL + "/repo/status/7"))
                .startsWith("403 ")
                .contains("no_grant", "\"allowed\":[", "POST /build", "POST /push/*");
        assertThat(get(reader, URL + "/repo/status/7")).startsWith("200 ");
        assertThat(post(reader, URL + "/build")).startsWith("403 ").contains("no_grant", "GET /repo/status/*");
        assertThat(get(reader, URL + "/healthz")).startsWith("403 ");
        assertThat(rig().records("http").getFirst().path("rule").asString())
                .isEqualTo("policy:_provider_builder-build.endpoints[0].rules[0]");
    }

    /** The endpoint applies to its path; the other endpoint of the same host and port is not affected. */
    @Test
    void anEndpointSpeaksForItsOwnPath() throws Exception {
        assertThat(get(writer, URL + "/images/7/layers")).startsWith("200 ").contains("GET /images/7/layers");
        assertThat(get(writer, URL + "/images")).startsWith("403 ").contains("no_grant", "read-only in /images/**");
        assertThat(post(writer, URL + "/images/7")).startsWith("403 ").contains("no_grant");
        assertThat(get(writer, URL + "/push/dev")).startsWith("403 ").contains("no_grant");
        assertThat(get(writer, URL + "/images/a%2F..%2Fpush")).startsWith("400 ");
        assertThat(post(writer, URL + "/push/dev")).startsWith("200 ");
    }

    @Test
    void eachIsToldOfTheToolsThatItMayCall() throws Exception {
        assertThat(get(writer, "http://sallyport.internal/tools.json"))
                .contains("\"build\"", "\"push\"")
                .doesNotContain("status");
        assertThat(get(reader, "http://sallyport.internal/tools.json"))
                .contains("\"status\"")
                .doesNotContain("build\"", "push");
    }

    @Test
    void theAliasIsTheServerAndTheAddressIsNot() throws Exception {
        assertThat(post(writer, "http://host.openshell.internal:" + port + "/build"))
                .startsWith("200 ")
                .contains("\"host\": \"builder.api.internal\"");
        assertThat(post(reader, "http://host.openshell.internal:" + port + "/build"))
                .startsWith("403 ")
                .contains("local_name");
        assertThat(post(writer, "http://127.0.0.1:" + port + "/build")).startsWith("403 ");
        assertThat(get(writer, "http://host.openshell.internal:" + port + "/repo/status/7"))
                .startsWith("403 ")
                .contains("no_grant");
    }

    @Test
    void thePlaceholderIsFilledInAtItsServerAndRefusedElsewhere() throws Exception {
        assertThat(writer).containsEntry("API_BUILDER_TOKEN", PLACEHOLDER);
        assertThat(post(
                        writer,
                        URL + "/build",
                        "-H",
                        "Authorization: Bearer " + PLACEHOLDER,
                        "-H",
                        "X-Key: " + PLACEHOLDER))
                .startsWith("200 ")
                .contains("\"key\": \"TOKEN\"");
        assertThat(post(writer, URL + "/build", "-d", "{\"a\": \"" + PLACEHOLDER + "\"}"))
                .startsWith("403 ")
                .contains("credential_unresolved");
        assertThat(post(reader, URL + "/repo/status/" + PLACEHOLDER, "-X", "GET"))
                .startsWith("200 ")
                .contains("GET /repo/status/TOKEN");
        assertThat(rig().records("http"))
                .noneSatisfy(record -> assertThat(record.toString()).contains("Bearer"));
    }

    @Test
    void theServerKnowsTheRunAndNobodySeesItsToken() throws Exception {
        String said = post(writer, URL + "/build", "-i", "-H", "X-Forwarded-For: 10.0.0.1", "-H", "Forwarded: for=x");
        assertThat(said)
                .contains("\"run_is\": \"run%20of%20sb-1\"", "\"run\": true", "\"trace\": true", "\"forwarded\": []")
                .contains("\"echo\": \"************************************\"", "X-Echo: Bearer ****");
        assertThat(Files.readString(rig().state().resolve("audit.jsonl"))).doesNotContain("openshell:resolve");
    }

    private Map<String, String> put(SandboxId id, String profiles, int at) throws Exception {
        String harness =
                "agent: agents/a.md\nrole: coder\nmodel: m\napi_servers: [{name: builder, script: builder, port: " + at
                        + ", providers: " + profiles + "}]\n";
        var files = new HashMap<>(PROFILES);
        files.replaceAll((_, text) -> text.replace("PORT", String.valueOf(at)));
        var documents = SandboxDocuments.builder()
                .harness(harness)
                .run("run of " + id)
                .enclosed(new HarnessFiles(files, List.of(), null))
                .build();
        AdminClient.Reply reply = rig().put(id, documents);
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
        return Rig.variables(reply);
    }

    private String post(Map<String, String> env, String url, String... more) {
        var all = new ArrayList<>(List.of("-X", "POST"));
        all.addAll(List.of(more));
        all.add(url);
        return curl(env, all);
    }

    private String get(Map<String, String> env, String url) {
        return curl(env, List.of(url));
    }

    private String curl(Map<String, String> env, List<String> more) {
        var command = new ArrayList<>(List.of("curl", "-s", "--noproxy", "", "-w", "\n%{http_code}"));
        command.addAll(more);
        String said = rig().run(env, command.toArray(String[]::new)).out();
        int line = said.lastIndexOf('\n');
        return said.substring(line + 1) + " " + said.substring(0, line);
    }

    private static int freePort() throws Exception {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
