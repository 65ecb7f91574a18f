package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.client.AdminClient;
import io.sallyport.client.AskClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests of real clients that wait for a person at the command line. */
class AskInForceTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ROLES = "\"alice.token\": security, \"ray.token\": reader, \"rob.token\": runner";
    private static final String ASKED = "http://yes.test/danger?key=hidden";
    private static final String RULE = """
            package sallyport.guardrails

            deny contains {"rule": "danger", "message": "a person decides", "ask": true} if {
            \tstartswith(input.net.path, "/danger")
            }

            deny contains {"rule": "never", "message": "never"} if input.net.path == "/danger/never"
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void aPersonLetsACurlPassThatAGuardrailHolds() throws Exception {
        require("curl");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.startWithRoles(folder, Map.of("yes.test:80", origin.hostPort()), ROLES, "")) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(rig.admin().putGuardrails(Map.of("ask.rego", RULE)).isOk())
                    .isTrue();
            assertThat(rig.answer(variables, ASKED))
                    .as("nobody watches")
                    .startsWith("403 ")
                    .contains("\"reason\":\"guardrail\"", "nobody is there to answer");

            var watch = Watch.start(rig, "alice");
            CompletableFuture<String> curl = async(() -> rig.answer(variables, ASKED));
            String id = watch.opened();
            assertThat(run(rig, "ray", "list").out())
                    .contains(id, "GET http://yes.test/danger (with a query", "guardrails:danger")
                    .doesNotContain("hidden");
            assertThat(run(rig, "rob", "list").exit())
                    .as("a runner does not see them")
                    .isEqualTo(3);
            assertThat(run(rig, "rob", "allow", id).exit())
                    .as("nor approves its own")
                    .isEqualTo(3);
            assertThat(run(rig, "ray", "allow", id).exit()).as("a reader reads").isEqualTo(3);
            Client.Ended allowed = run(rig, "alice", "allow", id, "--name", "ada", "--reason", "looked at it");
            assertThat(allowed.out()).as(allowed.err()).isEqualTo("allowed\n");
            assertThat(curl.get(60, TimeUnit.SECONDS)).isEqualTo("200 hello\n");
            assertThat(run(rig, "alice", "allow", id).exit()).as("twice").isEqualTo(1);
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("ask:" + id);

            CompletableFuture<String> again = async(() -> rig.answer(variables, ASKED));
            assertThat(run(rig, "alice", "deny", watch.opened(), "--reason", "use staging")
                            .exit())
                    .isZero();
            assertThat(again.get(60, TimeUnit.SECONDS))
                    .startsWith("403 ")
                    .contains("\"reason\":\"ask_denied\"", "use staging");
            assertThat(rig.answer(variables, "http://yes.test/danger/never"))
                    .as("a plain deny is not asked about")
                    .startsWith("403 ")
                    .contains("guardrails:");
            assertThat(rig.answer(variables, "http://no.test/danger"))
                    .as("nor a missing grant")
                    .startsWith("403 ");
            assertThat(rig.records("ask"))
                    .extracting(record -> record.path("detail").asString().split(",", 2)[0])
                    .containsExactly(
                            "opened: guardrails:danger",
                            "allowed",
                            "opened: guardrails:danger",
                            "denied by token alice.token");
        }
    }

    @Test
    void whatWaitsWhenTheGatewayStopsIsClosedInTheLogAndApprovedByNobodyAfter() throws Exception {
        require("curl");
        var served = new AtomicInteger();
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello " + served.incrementAndGet()));
                Rig rig = Rig.startWithRoles(folder, Map.of("yes.test:80", origin.hostPort()), ROLES, "")) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(rig.admin().putGuardrails(Map.of("ask.rego", RULE)).isOk())
                    .isTrue();
            var watch = Watch.start(rig, "alice");
            CompletableFuture<String> first = async(() -> rig.answer(variables, ASKED));
            assertThat(run(rig, "alice", "allow", watch.opened(), "--uses", "5", "--for", "60m")
                            .exit())
                    .isZero();
            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo("200 hello 1");
            String other = "http://yes.test/danger/other";
            CompletableFuture<String> curl = async(() -> rig.answer(variables, other));
            String id = watch.opened();
            rig.restart();
            assertThat(curl.get(60, TimeUnit.SECONDS)).doesNotStartWith("200");

            assertThat(run(rig, "ray", "list").out()).doesNotContain(id);
            assertThat(run(rig, "alice", "allow", id).exit()).as("after it").isEqualTo(1);
            Map<String, String> now = rig.rebased(variables);
            for (String url : List.of(other, ASKED)) {
                assertThat(rig.answer(now, url))
                        .as("uses that were approved before, too")
                        .startsWith("403 ")
                        .contains("nobody is there to answer");
            }
            assertThat(served).hasValue(1);
            assertThat(rig.records("ask"))
                    .filteredOn(record -> record.path("rule").asString().equals("ask:" + id))
                    .extracting(record -> record.path("reason").asString())
                    .containsExactly("granted", "shutting_down");
        }
    }

    @Test
    void aWebhookIsToldAndTheAnswerComesByTheApi() throws Exception {
        require("curl");
        Files.writeString(folder.resolve("ask.key"), "key-of-the-webhook\n");
        try (var origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                var receiver = Origin.plain(_ -> Answer.text(200, ""));
                Rig rig = Rig.startWithRoles(
                        folder,
                        Map.of("yes.test:80", origin.hostPort()),
                        ROLES,
                        "ask: {webhook: {url: \"http://%s/asks\", hmac_file: ask.key}}\n"
                                .formatted(receiver.hostPort()))) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(rig.admin().putGuardrails(Map.of("ask.rego", RULE)).isOk())
                    .isTrue();
            CompletableFuture<String> curl = async(() -> rig.answer(variables, ASKED));
            ReceivedRequest told =
                    receiver.awaitReceived(1, Duration.ofSeconds(60)).getFirst();
            assertThat(told.method() + " " + told.path()).isEqualTo("POST /asks");
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("key-of-the-webhook".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] body = told.body().toArray();
            assertThat(told.header("Sallyport-Signature"))
                    .isEqualTo("sha256=" + HexFormat.of().formatHex(mac.doFinal(body)));
            String text = new String(
                    new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text).contains("guardrails:danger").doesNotContain("hidden");
            JsonNode event = JSON.readTree(text);
            assertThat(event.path("url").asString()).isEqualTo("http://yes.test/danger");
            String id = event.path("id").asString();
            assertThat(run(rig, "alice", "allow", id).out()).isEqualTo("allowed\n");
            assertThat(curl.get(60, TimeUnit.SECONDS)).isEqualTo("200 hello\n");
        }
    }

    @Test
    void requestsInsideOfATunnelAndOnStreamsWait() throws Exception {
        require("curl");
        try (var sandbox = EnvSandbox.start(
                folder, request -> Answer.text(200, "hello " + request.header("host")), "https://yes.test/**")) {
            Path rego = Files.writeString(folder.resolve("own.rego"), RULE.replace(".guardrails", ".sandbox"));
            sandbox.grantUnder(rego, "https://yes.test/**");
            var watch = Watch.start(sandbox.rig(), null);
            for (String version : List.of("--http1.1", "--http2")) {
                CompletableFuture<String> curl = async(() -> sandbox.run(
                                "curl",
                                "-sS",
                                version,
                                "-d",
                                "body",
                                "-w",
                                " %{http_version}",
                                "https://yes.test/danger")
                        .out());
                watch.allow();
                assertThat(curl.get(60, TimeUnit.SECONDS))
                        .isEqualTo("hello yes.test " + (version.equals("--http2") ? "2" : "1.1"));
            }
        }
    }

    private static <T> CompletableFuture<T> async(Callable<T> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static Client.Ended run(Rig rig, String person, String... words) {
        var command = new ArrayList<>(List.of("ask", words[0], "--admin", rig.adminUrl(), "--token-file"));
        command.add(rig.state().resolve(person + ".token").toString());
        Stream.of(words).skip(1).forEach(command::add);
        return CommandInProcess.run(command.toArray(String[]::new));
    }

    /** Somebody who watches until the gateway ends. */
    private record Watch(AdminClient client, BlockingQueue<JsonNode> events) {
        /** @param person whose token; null: the operator's */
        static Watch start(Rig rig, @Nullable String person) throws IOException, InterruptedException {
            String file = person == null ? "admin.token" : person + ".token";
            String token = Files.readString(rig.state().resolve(file)).strip();
            var watch = new Watch(new AdminClient(URI.create(rig.adminUrl()), token), new LinkedBlockingQueue<>());
            Thread.ofVirtual().start(() -> {
                try {
                    new AskClient(watch.client).watch(event -> watch.events.add(JSON.readTree(event)));
                } catch (IOException _) {
                    // closed
                }
            });
            watch.next("watching");
            return watch;
        }

        private JsonNode next(String kind) throws InterruptedException {
            while (true) {
                JsonNode event = Objects.requireNonNull(events.poll(60, TimeUnit.SECONDS), "no event");
                if (event.path("event").asString().equals(kind)) {
                    return event;
                }
            }
        }

        /** Returns the id of the next request that waits. */
        String opened() throws InterruptedException {
            return next("opened").path("id").asString();
        }

        void allow() throws Exception {
            var reply = new AskClient(client).answer(opened(), new AskClient.Said(true, 1, null, null, null));
            assertThat(reply.isOk()).isTrue();
        }
    }
}
