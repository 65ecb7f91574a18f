package io.sallyport.gateway.apiservers;

import io.sallyport.apiservers.ServerProcess;
import io.sallyport.apiservers.check.Tools;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what servers say that they can do, and puts it together for their sandbox. */
final class ToolLists {
    private static final Logger LOG = LoggerFactory.getLogger(ToolLists.class);
    private static final int MAX_BYTES = 256 << 10; // of one server
    private static final int MAX_TOOLS = 200; // of all
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private ToolLists() {}

    /** The tools of {@code servers}, each with the URL that the sandbox calls; a list that is none is left out. */
    static String of(List<ServerProcess> servers) throws InterruptedException {
        ArrayNode all = JsonMapper.shared().createArrayNode();
        try (HttpClient client = HttpClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(LIMIT)
                .build()) {
            for (ServerProcess server : servers) {
                add(server, read(client, server), all);
            }
        }
        return all.toString();
    }

    private static void add(ServerProcess server, JsonNode listed, ArrayNode all) {
        String fault = Tools.fault(listed);
        if (fault != null) {
            LOG.warn("API server {}: /tools.json is left out: {}", server.name(), fault);
            return;
        }
        for (JsonNode tool : listed) {
            if (all.size() < MAX_TOOLS) {
                ObjectNode told = all.addObject();
                told.put("server", server.name().text());
                List.of("name", "description", "method", "input_schema").forEach(key -> told.set(key, tool.path(key)));
                told.put(
                        "endpoint",
                        "http://" + server.name() + ".api.internal"
                                + tool.path("endpoint").asString());
            }
        }
    }

    private static JsonNode read(HttpClient client, ServerProcess server) throws InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + server.address().getPort() + "/tools.json");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + server.token())
                .build();
        try {
            HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                byte[] bytes = body.readNBytes(MAX_BYTES + 1);
                return answer.statusCode() == 200 && bytes.length <= MAX_BYTES
                        ? JsonMapper.shared().readTree(bytes)
                        : JsonMapper.shared().nullNode();
            }
        } catch (IOException | JacksonException e) {
            LOG.warn(
                    "API server {}: /tools.json cannot be read: {}",
                    server.name(),
                    e.getClass().getSimpleName());
            return JsonMapper.shared().nullNode();
        }
    }
}
