package io.sallyport.gateway.cli.fetch;

import io.sallyport.gateway.cli.command.ExitCodes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The in-sandbox client of the fetch endpoint. */
@Command(
        name = "fetch-skill",
        mixinStandardHelpOptions = true,
        description = "Fetches a skill by its pinned URL, from within a sandbox: its path on standard output, errors on"
                + " standard error with status 1. FULLSEND_FETCH_URL and FULLSEND_FETCH_TOKEN say where to ask.")
public final class FetchSkillCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "URL")
    private String url = "";

    @Override
    public Integer call() {
        Map<String, String> env = System.getenv();
        String endpoint = env.getOrDefault("FULLSEND_FETCH_URL", "");
        String token = env.getOrDefault("FULLSEND_FETCH_TOKEN", "");
        if (endpoint.isEmpty() || token.isEmpty()) {
            return fail("FULLSEND_FETCH_URL and FULLSEND_FETCH_TOKEN are not set: this run may not fetch skills");
        }
        try {
            return told(ask(URI.create(endpoint), token, ProxyOf.environment(URI.create(endpoint), env)));
        } catch (IllegalArgumentException _) {
            return fail("FULLSEND_FETCH_URL is no URL");
        } catch (IOException e) {
            return fail("the fetch endpoint was not reached: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return fail("interrupted");
        }
    }

    private HttpResponse<String> ask(URI endpoint, String token, @Nullable ProxyOf proxy)
            throws IOException, InterruptedException {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        JSON.createObjectNode().put("url", url).toString()));
        if (proxy != null) {
            client.proxy(proxy.selector());
            proxy.authorize(request);
        }
        try (HttpClient open = client.build()) {
            return open.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private int told(HttpResponse<String> response) {
        JsonNode answer;
        try {
            answer = JSON.readTree(response.body());
        } catch (JacksonException _) {
            return fail("the fetch endpoint answered " + response.statusCode() + " without JSON");
        }
        String path = answer.path("local_path").asString("");
        String error = answer.path("error").asString("");
        if (response.statusCode() != 200 || !error.isEmpty() || path.isEmpty()) {
            return fail(error.isEmpty() ? "the fetch endpoint answered " + response.statusCode() : error);
        }
        spec.commandLine().getOut().println(path);
        return ExitCodes.OK;
    }

    private int fail(String why) {
        spec.commandLine().getErr().println("sallyport: " + why);
        return ExitCodes.NO;
    }
}
