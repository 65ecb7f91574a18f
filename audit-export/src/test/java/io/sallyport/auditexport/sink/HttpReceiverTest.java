package io.sallyport.auditexport.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.netty.channel.EventLoopGroup;
import io.sallyport.auditexport.form.ExportForm;
import io.sallyport.auditexport.form.TrialLog;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.transport.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class HttpReceiverTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<byte[]> LINES =
            TrialLog.of(TrialLog.KINDS.subList(0, 3)).lines();

    private final EventLoopGroup loops = Transport.best().newLoops(1, "sinks");
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    @TempDir
    private Path folder = Path.of("");

    private HttpServer server;
    private volatile int status = 200;

    /** @param sent the bytes of the body, base64 */
    private record Request(String path, Headers headers, String sent, String body) {}

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] sent = exchange.getRequestBody().readAllBytes();
        String body =
                new String(new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes(), StandardCharsets.UTF_8);
        requests.add(new Request(
                exchange.getRequestURI().getPath(),
                exchange.getRequestHeaders(),
                Base64.getEncoder().encodeToString(sent),
                body));
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private Request request() throws InterruptedException {
        Request request = requests.poll(30, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("no request came");
        }
        return request;
    }

    private HttpReceiver receiver(BatchBody body, ExportForm form, @Nullable Path header, @Nullable Path hmac) {
        return receiver(server.getAddress().getPort(), body, form, header, hmac, Duration.ofSeconds(30));
    }

    private HttpReceiver receiver(
            int port, BatchBody body, ExportForm form, @Nullable Path header, @Nullable Path hmac, Duration limit) {
        var url = (Canonicalized.Accepted<CanonicalUrl>)
                CanonicalUrl.parse("http://127.0.0.1:" + port + "/logs", Dialect.DOCUMENT);
        var settings = new HttpSettings(url.value(), List.of(), body, form, "Authorization", header, hmac, limit);
        return new HttpReceiver(settings, new LoopbackDialer(), loops::next, System::nanoTime);
    }

    @Test
    void aWebhookGetsLinesOfJson() throws Exception {
        try (HttpReceiver receiver = receiver(BatchBody.LINES, ExportForm.OCSF, null, null)) {
            assertThat(receiver.send(LINES)).isEqualTo(new SinkDelivery.Delivered());
            assertThat(receiver.send(LINES)).isEqualTo(new SinkDelivery.Delivered());
        }
        Request request = request();
        assertThat(request.path()).isEqualTo("/logs");
        assertThat(request.headers().getFirst("Content-Type")).isEqualTo("application/x-ndjson");
        assertThat(request.body().lines())
                .containsExactlyElementsOf(LINES.stream()
                        .map(line -> new String(ExportForm.OCSF.of(line), StandardCharsets.UTF_8))
                        .toList());
        assertThat(request.body()).endsWith("\n");
    }

    @Test
    void opaGetsAnArrayAsItsPluginUploadsIt() throws Exception {
        try (HttpReceiver receiver = receiver(BatchBody.ARRAY, ExportForm.OPA, null, null)) {
            receiver.send(LINES);
        }
        Request request = request();
        assertThat(request.headers().getFirst("Content-Encoding")).isEqualTo("gzip");
        assertThat(JSON.readTree(request.body()).size()).isEqualTo(3);
        assertThat(JSON.readTree(request.body()).get(0).path("decision_id").asString())
                .isEqualTo("a1");
    }

    @Test
    void anOtlpCollectorGetsLogRecords() throws Exception {
        try (HttpReceiver receiver = receiver(BatchBody.OTLP, ExportForm.JSONL, null, null)) {
            receiver.send(LINES);
        }
        JsonNode logs = JSON.readTree(request().body()).path("resourceLogs").get(0);
        JsonNode service = logs.path("resource").path("attributes").get(0);
        assertThat(service.path("key").asString()).isEqualTo("service.name");
        JsonNode records = logs.path("scopeLogs").get(0).path("logRecords");
        assertThat(records.size()).isEqualTo(3);
        assertThat(records.get(0).path("timeUnixNano").asString()).isEqualTo("1795003200123000000");
        assertThat(records.get(0).path("severityText").asString()).isEqualTo("INFO");
        assertThat(records.get(0).path("body").path("stringValue").asString())
                .isEqualTo(new String(LINES.getFirst(), StandardCharsets.UTF_8));
        assertThat(records.get(0).path("attributes").valueStream())
                .anyMatch(each -> each.path("key").asString().equals("sallyport.seq")
                        && each.path("value").path("intValue").asString().equals("1"));
    }

    @Test
    void secretsComeFromFilesAndSignTheBody() throws Exception {
        Path header = Files.writeString(folder.resolve("header"), "Splunk 0123-secret\n");
        Path key = Files.writeString(folder.resolve("key"), "a key\n");
        try (HttpReceiver receiver = receiver(BatchBody.LINES, ExportForm.JSONL, header, key)) {
            receiver.send(LINES);
        }
        Request request = request();
        assertThat(request.headers().getFirst("Authorization")).isEqualTo("Splunk 0123-secret");
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("a key".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        assertThat(request.headers().getFirst("Sallyport-Signature"))
                .isEqualTo("sha256="
                        + HexFormat.of()
                                .formatHex(mac.doFinal(Base64.getDecoder().decode(request.sent()))));
    }

    @Test
    void withoutItsSecretNothingIsSentAndNothingOfItIsTold() throws Exception {
        Path header = Files.writeString(folder.resolve("header"), "secret\r\nX-Other: 1\n");
        try (HttpReceiver receiver = receiver(BatchBody.LINES, ExportForm.JSONL, header, null)) {
            assertThat(receiver.send(LINES).toString())
                    .contains("cannot be read")
                    .doesNotContain("secret\r");
            Files.delete(header);
            assertThat(receiver.send(LINES)).isInstanceOf(SinkDelivery.Failed.class);
        }
        assertThat(requests).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "500,Failed",
        "503,Failed",
        "401,Failed",
        "429,Failed",
        "302,Failed",
        "400,Unacceptable",
        "413,Unacceptable"
    })
    void aStatusSaysWhetherToTryAgain(int answered, String delivery) {
        status = answered;
        try (HttpReceiver receiver = receiver(BatchBody.LINES, ExportForm.JSONL, null, null)) {
            SinkDelivery ended = receiver.send(LINES);
            assertThat(ended.getClass().getSimpleName()).isEqualTo(delivery);
            assertThat(ended.toString()).contains("status " + answered);
        }
    }

    @Test
    @SuppressWarnings("try") // closed before its end, so that nobody is there
    void nobodyThereAndHalfAnAnswerAreTriedAgain() throws Exception {
        try (var half = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = half.accept()) {
                    socket.getInputStream().read();
                    socket.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Le".getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            try (HttpReceiver receiver = receiver(
                    half.getLocalPort(), BatchBody.LINES, ExportForm.JSONL, null, null, Duration.ofSeconds(30))) {
                assertThat(receiver.send(LINES)).isInstanceOf(SinkDelivery.Failed.class);
                half.close();
                assertThat(receiver.send(LINES)).isInstanceOf(SinkDelivery.Failed.class);
            }
        }
    }

    @Test
    void aReceiverThatDoesNotAnswerIsGivenUp() throws Exception {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                HttpReceiver receiver = receiver(
                        silent.getLocalPort(), BatchBody.LINES, ExportForm.JSONL, null, null, Duration.ofMillis(50))) {
            assertThat(receiver.send(LINES)).isInstanceOf(SinkDelivery.Failed.class);
        }
    }
}
