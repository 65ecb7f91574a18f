package io.sallyport.client;

import io.sallyport.client.AdminClient.Reply;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The calls about requests that wait for a person. As safe for concurrent use as its client. */
public record AskClient(AdminClient client) {
    /**
     * An answer to a request that waits.
     *
     * @param uses how often the request passes, this time included
     * @param validFor how long further uses may come; null: as long as the gateway chooses
     * @param name who answers, or null
     * @param reason why, or null
     */
    public record Said(
            boolean allows,
            int uses,
            @Nullable Duration validFor,
            @Nullable String name,
            @Nullable String reason) {}

    /** Returns those that wait. */
    public Reply list() throws IOException {
        return client.send("GET", "/v1/ask", null, Map.of());
    }

    /** Passes each event to {@code listener}, on this thread, until the gateway ends the stream. */
    public Reply watch(Consumer<String> listener) throws IOException {
        return client.follow("/v1/ask/stream", listener);
    }

    /** Answers the request of that id. */
    public Reply answer(String id, Said said) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("answer", said.allows() ? "allow" : "deny");
        if (said.allows()) {
            body.put("uses", said.uses());
        }
        if (said.validFor() != null) {
            body.put("for_seconds", Math.max(1, said.validFor().toSeconds()));
        }
        if (said.name() != null) {
            body.put("name", said.name());
        }
        if (said.reason() != null) {
            body.put("reason", said.reason());
        }
        return client.send("POST", "/v1/ask/" + URLEncoder.encode(id, StandardCharsets.UTF_8), body, Map.of());
    }
}
