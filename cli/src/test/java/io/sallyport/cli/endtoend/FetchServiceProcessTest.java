package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Listeners;
import io.sallyport.testkit.LocalForge;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code fetch-service} as a runner starts it: a process, its output line, its exit codes. */
class FetchServiceProcessTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String FORGE_TOKEN = "forge-token-of-the-operator";
    private static final String URL = SkillFixture.RUST.url();
    private static final SkillFixture OTHER = SkillFixture.of("java", Map.of("SKILL.md", "# Java\n"));

    @TempDir
    private Path folder = Path.of("");

    private final LocalForge forge = OTHER.onto(SkillFixture.RUST.forge());

    @AfterEach
    void close() {
        forge.close();
    }

    private Client start(String optIn, String... more) throws IOException {
        Path harness = Files.writeString(folder.resolve("h.yaml"), """
                agent: agents/c.md
                role: coder
                allowed_remote_resources: ["https://github.com/acme/"]
                %s
                """.formatted(optIn));
        List<String> command = GatewayJvm.command(
                "fetch-service",
                "--harness",
                harness.toString(),
                "--state",
                folder.resolve("state").toString(),
                "--forge-api",
                forge.api());
        command.addAll(List.of(more));
        return Client.start(folder, Map.of("SALLYPORT_FORGE_TOKEN", FORGE_TOKEN), command);
    }

    private static CompletableFuture<HttpResponse<String>> fetch(HttpClient client, JsonNode ready, String url) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create(ready.path("url").asString()))
                        .header("Authorization", "Bearer " + ready.path("token").asString())
                        .POST(HttpRequest.BodyPublishers.ofString("{\"url\":\"" + url + "\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void itSaysWhereItIsServesAndEndsWithoutAnErrorAtTerm() throws Exception {
        try (Client service = start("allow_runtime_fetch: true");
                HttpClient client = HttpClient.newHttpClient()) {
            JsonNode ready = GatewayJvm.ready(service);
            assertThat(ready.propertyNames()).containsExactly("url", "token", "cache", "audit", "sandbox");
            assertThat(ready.path("token").asString()).matches("[0-9a-f]{64}");
            assertThat(ready.path("url").asString()).matches("http://127\\.0\\.0\\.1:[0-9]+/fetch");
            HttpResponse<String> answer = fetch(client, ready, URL).get();
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(Path.of(ready.path("sandbox").asString())).isDirectoryRecursivelyContaining("glob:**/SKILL.md");
            assertThat(Path.of(ready.path("cache").asString())).isDirectory();
            assertThat(forge.origin().received())
                    .allSatisfy(request ->
                            assertThat(request.header("Authorization")).isEqualTo("Bearer " + FORGE_TOKEN));
            assertThat(Path.of("/proc/" + service.pid() + "/cmdline"))
                    .content()
                    .contains("fetch-service")
                    .doesNotContain(ready.path("token").asString(), FORGE_TOKEN);
            service.terminate();
            assertThat(service.await(SOON).exit()).isZero();
            assertThat(Path.of(ready.path("audit").asString()))
                    .content()
                    .contains("\"kind\":\"fetch\"")
                    .doesNotContain(FORGE_TOKEN, ready.path("token").asString());
        }
    }

    @Test
    void aFetchUnderWayIsAnsweredBeforeItEnds() throws Exception {
        var asked = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        try (Client service = start("allow_runtime_fetch: true");
                HttpClient client = HttpClient.newHttpClient()) {
            JsonNode ready = GatewayJvm.ready(service);
            fetch(client, ready, OTHER.url()).get(); // loads its code, because it has only 5 s after the signal
            forge.wrap(answer -> new Answer.Later(() -> {
                asked.countDown();
                goOn.await();
                return answer;
            }));
            CompletableFuture<HttpResponse<String>> answer = fetch(client, ready, URL);
            asked.await();
            service.terminate();
            URI url = URI.create(ready.path("url").asString());
            Listeners.awaitGone(new InetSocketAddress(url.getHost(), url.getPort()));
            goOn.countDown();
            assertThat(answer.get().statusCode()).isEqualTo(200);
            assertThat(service.await(SOON).exit()).isZero();
        }
    }

    @Test
    void withoutTheOptInItDoesNotStart() throws Exception {
        try (Client service = start("")) {
            Client.Ended ended = service.await(SOON);
            assertThat(ended.exit()).isEqualTo(1);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).contains("allow_runtime_fetch: true").doesNotContain(FORGE_TOKEN);
        }
    }

    @Test
    void aSecondOneOnTheSameStateDoesNotStart() throws Exception {
        try (Client first = start("allow_runtime_fetch: true")) {
            GatewayJvm.ready(first);
            try (Client second = start("allow_runtime_fetch: true")) {
                Client.Ended ended = second.await(SOON);
                assertThat(ended.exit()).isEqualTo(3);
                assertThat(ended.out()).isEmpty();
                assertThat(ended.err()).contains("--state", "uses this state directory");
            }
        }
    }

    @Test
    void whatMeansEveryAddressIsNotToldToASandbox() throws Exception {
        try (Client service = start("allow_runtime_fetch: true", "--listen", "0.0.0.0:0")) {
            Client.Ended ended = service.await(SOON);
            assertThat(ended.exit()).isEqualTo(3);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).contains("--advertise");
        }
    }

    @ParameterizedTest
    @CsvSource({"--shown, /sandbox/../etc", "--shown, skills/", "--listen, example.com:80", "--listen, ::1:0"})
    void flagsAreReadAsTheConfigurationReadsThem(String flag, String value) throws Exception {
        try (Client service = start("allow_runtime_fetch: true", flag, value)) {
            Client.Ended ended = service.await(SOON);
            assertThat(ended.exit()).isEqualTo(2);
            assertThat(ended.err()).contains(flag + ": " + value + " (expected: ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://[::]:8080/fetch", "http://0.0.0.0/fetch", "fetch here"})
    void noSandboxIsToldWhatItCannotReach(String advertised) throws Exception {
        try (Client service = start("allow_runtime_fetch: true", "--advertise", advertised)) {
            Client.Ended ended = service.await(SOON);
            assertThat(ended.exit()).isEqualTo(2);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).contains("--advertise", "a URL that sandboxes reach");
        }
    }
}
