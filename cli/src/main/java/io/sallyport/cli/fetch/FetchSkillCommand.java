package io.sallyport.cli.fetch;

import io.sallyport.cli.command.ExitCodes;
import io.sallyport.cli.command.HumanUnits;
import io.sallyport.cli.command.ProgressLine;
import io.sallyport.cli.command.ProgressWait;
import io.sallyport.cli.command.ProxyOf;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The client of the fetch endpoint, for use inside the sandbox. */
@Command(
        name = "fetch-skill",
        mixinStandardHelpOptions = true,
        description = {
            "Fetches a skill by its pinned URL, from within a sandbox. Prints its path on standard " + "output.",
            "FULLSEND_FETCH_URL and FULLSEND_FETCH_TOKEN say where to ask."
        },
        exitCodeList = {"0:fetched", "1:not fetched; standard error says why"})
public final class FetchSkillCommand implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--file",
            description = "Fetch a single file from any host that the sandbox may reach, not a skill on a forge.")
    private boolean file;

    @Option(
            names = {"-v", "--verbose"},
            description = "Print on standard error how long it took.")
    private boolean verbose;

    @Parameters(index = "0", paramLabel = "URL", description = "The pinned URL: it ends in #sha256=HASH.")
    private String url = "";

    @Override
    public Integer call() {
        Map<String, String> env = System.getenv();
        String endpoint = env.getOrDefault("FULLSEND_FETCH_URL", "");
        String token = env.getOrDefault("FULLSEND_FETCH_TOKEN", "");
        if (endpoint.isEmpty() || token.isEmpty()) {
            return fail("FULLSEND_FETCH_URL and FULLSEND_FETCH_TOKEN are not set: this run may not fetch skills");
        }
        URI asked = http(endpoint);
        if (asked == null) {
            return fail("FULLSEND_FETCH_URL is no URL (expected: http://HOST:PORT/fetch)");
        }
        return switch (ProxyOf.environment(asked, env)) {
            case ProxyOf.Unusable(var variable) -> fail(variable + " names no proxy (expected: http://HOST:PORT)");
            case ProxyOf.Usable way -> asked(asked, token, way);
        };
    }

    private static @Nullable URI http(String text) {
        try {
            URI url = new URI(text);
            String scheme = String.valueOf(url.getScheme());
            return url.getHost() != null && (scheme.equals("http") || scheme.equals("https")) ? url : null;
        } catch (URISyntaxException _) {
            return null;
        }
    }

    private int asked(URI endpoint, String token, ProxyOf.Usable way) {
        try {
            return told(ask(endpoint, token, way));
        } catch (IOException e) {
            return fail("the fetch endpoint was not reached: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return fail("interrupted");
        }
    }

    private HttpResponse<String> ask(URI endpoint, String token, ProxyOf.Usable way)
            throws IOException, InterruptedException {
        HttpClient.Builder client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        (file ? JSON.createObjectNode().put("type", "file") : JSON.createObjectNode())
                                .put("url", url)
                                .toString()));
        way.take(client, request);
        try (HttpClient open = client.build()) {
            return awaited(open.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()));
        }
    }

    private HttpResponse<String> awaited(CompletableFuture<HttpResponse<String>> asked)
            throws IOException, InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        var took = new HumanUnits(System::nanoTime);
        try (var progress = new ProgressLine(err, false)) {
            return ProgressWait.until(asked, () -> progress.show(() -> "waiting for the skill, " + took));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException fault ? fault : new IOException(e.getCause());
        } finally {
            if (verbose) {
                err.println("sallyport: answered after " + took);
            }
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
