package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.verify.ExportVerdict.WithGaps;
import io.sallyport.auditexport.verify.FilteredExportVerifier;
import io.sallyport.client.AdminClient;
import io.sallyport.model.SandboxId;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Records of a gateway as a receiver gets them. */
@Timeout(300)
class AuditSinksTest {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private HttpServer receiver;
    private volatile int status = 204;

    @BeforeEach
    void listen() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::answer);
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
        origin.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = new GZIPInputStream(exchange.getRequestBody()).readAllBytes();
        if (status == 204) {
            new String(body, StandardCharsets.UTF_8).lines().forEach(received::add);
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private String sinks() {
        return "audit: {sinks: {siem: {type: webhook, form: ocsf, pause: 0s, url: \"http://127.0.0.1:%d/in\"}}}\n"
                .formatted(receiver.getAddress().getPort());
    }

    private String event() throws InterruptedException {
        String event = received.poll(SOON.toSeconds(), TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event came");
        }
        return event;
    }

    /** Returns the events up to the first of a request to this path. */
    private List<String> upTo(String path) throws InterruptedException {
        List<String> events = new ArrayList<>();
        do {
            events.add(event());
        } while (!events.getLast().contains("\"path\":\"" + path + "\""));
        return events;
    }

    @Test
    void aReceiverGetsWhatTheLogHoldsAndCanVerifyIt() throws Exception {
        try (Rig rig = Rig.start(folder, Map.of("yes.test:80", origin.hostPort()), sinks())) {
            Map<String, String> client = rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(rig.curl(client, "http://yes.test/first")).startsWith("200");
            List<String> events = upTo("/first");
            JsonNode event = JSON.readTree(events.getLast());
            assertThat(event.path("class_uid").asInt()).isEqualTo(4002);
            assertThat(event.path("src_endpoint").path("uid").asString()).isEqualTo("sb-1");
            var verifier = new FilteredExportVerifier(ExportForm.OCSF, _ -> {});
            String file = String.join("\n", events) + "\n";
            verifier.read("events", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
            assertThat(verifier.verdict()).isEqualTo(new WithGaps(events.size(), 0));
            assertThat(rig.metrics()).contains("sallyport_audit_sink_dropped_total{sink=\"siem\"} 0.0");
        }
    }

    @Test
    void aReceiverThatIsDownDelaysNothingAndIsShown() throws Exception {
        status = 500;
        try (Rig rig = Rig.start(folder, Map.of("yes.test:80", origin.hostPort()), sinks())) {
            Map<String, String> client = rig.grant(Rig.SB, "http://yes.test/**");
            assertThat(rig.curl(client, "http://yes.test/down")).startsWith("200");
            JsonNode check = advisory(rig);
            while (!check.path("status").asString().equals("failing")) {
                check = advisory(rig);
            }
            assertThat(check.path("name").asString()).isEqualTo("audit_sink:siem");
            assertThat(check.path("reason").asString()).isEqualTo("the receiver answered with status 500");
            JsonNode ready = rig.admin().send("GET", "/readyz", null, Map.of()).body();
            assertThat(ready.toString()).contains("checks").doesNotContain("siem");
            status = 204;
            assertThat(upTo("/down")).isNotEmpty();
        }
    }

    private static JsonNode advisory(Rig rig) throws IOException {
        return rig.admin()
                .send("GET", "/healthz?verbose", null, Map.of())
                .body()
                .path("advisories")
                .path(0);
    }

    @Test
    void aKilledGatewayLosesNothing() throws Exception {
        Path config = Files.writeString(folder.resolve("sallyport.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                admin: {listen: "127.0.0.1:0"}
                state: "state"
                egress: {hosts: {"yes.test:80": "%s"}}
                %s""".formatted(origin.hostPort(), sinks()));
        status = 503;
        try (Client serve = GatewayJvm.serve(folder, config)) {
            JsonNode ready = GatewayJvm.ready(serve);
            String token = Files.readString(Path.of(ready.path("token_file").asString()))
                    .strip();
            try (var admin = new AdminClient(URI.create(ready.path("admin").asString()), token)) {
                for (int i = 0; i < 20; i++) {
                    admin.put(new SandboxId("sb-" + i), Rig.lease("http://yes.test/**"), false, null);
                }
            }
            assertThat(lines()).isGreaterThanOrEqualTo(20);
            ProcessHandle.of(serve.pid()).orElseThrow().destroyForcibly();
            serve.await(SOON);
        }
        status = 204;
        try (Client serve = GatewayJvm.serve(folder, config)) {
            GatewayJvm.ready(serve);
            var bySeq = new TreeMap<Long, String>();
            long lines = lines();
            while (bySeq.size() < lines) {
                String event = event();
                bySeq.put(JSON.readTree(event).path("metadata").path("sequence").asLong(), event);
                lines = Math.max(lines, lines());
            }
            assertThat(bySeq.firstKey()).isEqualTo(1);
            assertThat(bySeq.lastKey()).isEqualTo(bySeq.size());
        }
    }

    private long lines() throws IOException {
        return Files.readAllLines(folder.resolve("state/audit.jsonl")).size();
    }
}
