package io.sallyport.apiservers;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code GET /healthz} by the JDK's client: through no proxy, following nothing, reading little. Safe for concurrent use. */
public final class HttpHealthProbe implements HealthProbe, AutoCloseable {
    /** For the whole of one question. */
    private static final Duration LIMIT = Duration.ofSeconds(2);
    /** Bytes of a body; {@code {"status":"ok"}} is 15. */
    private static final int MAX_BODY_BYTES = 1024;

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(LIMIT)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    @Override
    public CompletionStage<Health> probe(InetSocketAddress server) {
        var uri = URI.create("http://" + server.getAddress().getHostAddress() + ":" + server.getPort() + "/healthz");
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(LIMIT).build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
                .thenApply(HttpHealthProbe::health)
                .completeOnTimeout(Health.ABSENT, LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(_ -> Health.ABSENT);
    }

    private static Health health(HttpResponse<InputStream> answer) {
        try (InputStream body = answer.body()) {
            return switch (answer.statusCode()) {
                case 200 -> saysOk(body.readNBytes(MAX_BODY_BYTES)) ? Health.OK : Health.ABSENT;
                case 429 -> Health.BUSY;
                default -> Health.ABSENT;
            };
        } catch (IOException _) {
            return Health.ABSENT;
        }
    }

    private static boolean saysOk(byte[] body) {
        try {
            JsonNode read = JSON.readTree(body);
            return read.path("status").asString("").equals("ok");
        } catch (JacksonException _) {
            return false;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
