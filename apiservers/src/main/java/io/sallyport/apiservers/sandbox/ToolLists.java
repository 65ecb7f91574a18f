package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.LoopbackHttpClient;
import io.sallyport.apiservers.LoopbackHttpClient.Answer;
import io.sallyport.apiservers.ServerProcess;
import io.sallyport.apiservers.check.AnnouncedTools;
import io.sallyport.proxy.credentials.Redaction;
import io.sallyport.proxy.credentials.SecretPatterns;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
    private static final int MAX_TOOLS = 200; // of all

    private ToolLists() {}

    /**
     * The tools of {@code servers}, each with the URL that the sandbox calls; a list that is not there in time, or is
     * none, is left out. The tokens of the servers are not in it, whatever they say.
     */
    static String of(List<ServerProcess> servers) {
        ArrayNode all = JsonMapper.shared().createArrayNode();
        try (var client = new LoopbackHttpClient(AnnouncedTools.LIMIT, AnnouncedTools.MAX_BYTES)) {
            List<CompletableFuture<Answer>> answers =
                    servers.stream().map(server -> asked(client, server)).toList();
            for (int i = 0; i < servers.size(); i++) {
                add(servers.get(i), answers.get(i).join(), all);
            }
        }
        return withoutTokens(all.toString(), servers);
    }

    /** Whatever way a server wrote its token, here it stands as it is: it has no character that JSON escapes. */
    private static String withoutTokens(String tools, List<ServerProcess> servers) {
        String shown = tools;
        for (ServerProcess server : servers) {
            shown = new Redaction(SecretPatterns.of(server.token())).of(shown);
        }
        return shown;
    }

    private static CompletableFuture<Answer> asked(LoopbackHttpClient client, ServerProcess server) {
        return client.get(server.address(), "/tools.json", server.token()).toCompletableFuture();
    }

    private static void add(ServerProcess server, Answer answer, ArrayNode all) {
        JsonNode listed = read(answer);
        AnnouncedTools.Parsed parsed = answer instanceof Answer.Missing(String why, var _)
                ? new AnnouncedTools.Rejected(why)
                : AnnouncedTools.parse(listed);
        if (parsed instanceof AnnouncedTools.Rejected(var why)) {
            LOG.warn("API server {}: /tools.json is left out: {}", server.name(), why);
            return;
        }
        if (all.size() + listed.size() > MAX_TOOLS) {
            LOG.warn("API server {}: of the tools of its sandbox those past {} are left out", server.name(), MAX_TOOLS);
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

    private static JsonNode read(Answer answer) {
        try {
            return answer instanceof Answer.Whole(int status, String body) && status == 200
                    ? JsonMapper.shared().readTree(body)
                    : JsonMapper.shared().nullNode();
        } catch (JacksonException _) {
            return JsonMapper.shared().nullNode();
        }
    }
}
