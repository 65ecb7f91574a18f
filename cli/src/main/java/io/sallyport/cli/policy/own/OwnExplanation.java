package io.sallyport.cli.policy.own;

import io.sallyport.cli.command.CliException;
import io.sallyport.cli.command.ProxyOf;
import io.sallyport.client.AdminClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks the gateway from within a sandbox why a request of its own is decided as it is. */
final class OwnExplanation {
    private static final URI EXPLAIN = URI.create("http://sallyport.internal/v1/explain");
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final JsonMapper JSON = JsonMapper.shared();

    private OwnExplanation() {}

    /**
     * Returns the gateway's answer.
     *
     * @param asked the document of {@code POST /v1/explain}
     * @param env names the proxy, with the credentials of the sandbox
     */
    static AdminClient.Reply of(String asked, Map<String, String> env) throws CliException {
        return switch (ProxyOf.environment(EXPLAIN, env)) {
            case ProxyOf.Unusable(String variable) ->
                throw CliException.unreachable(variable + " names no proxy (expected: http://HOST:PORT)");
            case ProxyOf.None _ ->
                throw CliException.unreachable(
                        "http_proxy is not set: this is no sandbox; --sandbox ID asks a gateway" + " about one");
            case ProxyOf.At proxy -> ask(asked, proxy);
        };
    }

    private static AdminClient.Reply ask(String asked, ProxyOf.At proxy) throws CliException {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        HttpRequest.Builder request = HttpRequest.newBuilder(EXPLAIN)
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(asked));
        proxy.take(client, request);
        try (HttpClient open = client.build()) {
            HttpResponse<String> response = open.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new AdminClient.Reply(response.statusCode(), JSON.readTree(response.body()));
        } catch (IOException | JacksonException e) {
            throw CliException.unreachable("no gateway answers at the proxy " + proxy + ": " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw CliException.unreachable("interrupted");
        }
    }
}
