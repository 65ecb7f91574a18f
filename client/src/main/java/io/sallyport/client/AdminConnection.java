package io.sallyport.client;

import io.sallyport.client.AdminClient.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** The HTTP below {@link AdminClient}: requests with the token, JSON and streams of events. Safe for concurrent use. */
final class AdminConnection implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final String EVENT_DATA = "data: ";

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();
    private final URI base;
    private final String token;

    AdminConnection(URI base, String token) {
        this.base = base;
        this.token = token;
    }

    /** Passes each event's data to {@code listener}, on this thread, until the gateway ends the stream. */
    Reply follow(String path, Consumer<String> listener) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(base.resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("Accept", "text/event-stream")
                .build();
        try {
            HttpResponse<Stream<String>> response = http.send(request, HttpResponse.BodyHandlers.ofLines());
            try (Stream<String> lines = response.body()) {
                lines.filter(line -> line.startsWith(EVENT_DATA))
                        .map(line -> line.substring(EVENT_DATA.length()))
                        .forEach(listener);
            }
            return new Reply(response.statusCode(), JsonNodeFactory.instance.objectNode());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Sends a request and waits for its answer; without end if {@code answer} is null. */
    Reply send(
            String method, String path, @Nullable JsonNode body, Map<String, String> headers, @Nullable Duration answer)
            throws IOException {
        HttpRequest.Builder request = request(method, path, body, headers);
        return reply((answer == null ? request : request.timeout(answer)).build());
    }

    private HttpRequest.Builder request(
            String method, String path, @Nullable JsonNode body, Map<String, String> headers) {
        HttpRequest.BodyPublisher publisher = body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/json")
                .method(method, publisher);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        headers.forEach(request::header);
        return request;
    }

    private Reply reply(HttpRequest request) throws IOException {
        try {
            HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            byte[] body = response.body();
            JsonNode json = body.length == 0 ? JsonNodeFactory.instance.objectNode() : JSON.readTree(body);
            return new Reply(response.statusCode(), json);
        } catch (JacksonException e) {
            throw new IOException("no gateway answers at " + base + ": the answer is not JSON", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
