package io.sallyport.bench.leaks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One case of the benchmark, and the requests that a gateway sees of it.
 *
 * @param applies how the case comes to a gateway
 * @param refused whether the benchmark expects a refusal
 */
record LeakCase(String id, String category, Applies applies, boolean refused, List<Sent> requests) {
    private static final String CALLS = "https://agents.example.com/rpc";
    private static final String JSON = "application/json";

    /** Whether a request of the case passes a gateway. */
    enum Applies {
        /** As the case says. */
        AS_HTTP,
        /** It speaks to a program on standard input: the same calls are tried over HTTP, and counted apart. */
        AS_IF_HTTP,
        /** It is an answer, a card or a definition, or a sequence of calls that are harmless one by one. */
        NOT
    }

    /**
     * One request, or message of a WebSocket.
     *
     * @param message the text of the message; null where it is binary or none
     */
    record Sent(
            String method,
            String url,
            Map<String, List<String>> headers,
            @Nullable String body,
            boolean isMessage,
            @Nullable String message,
            boolean isMalformed) {}

    static LeakCase of(JsonNode said) {
        Applies applies = applies(said);
        JsonNode payload = said.path("payload");
        return new LeakCase(
                said.path("id").asString(),
                said.path("category").asString(),
                applies,
                said.path("expected_verdict").asString().equals("block"),
                applies == Applies.NOT ? List.of() : requests(payload));
    }

    private static Applies applies(JsonNode said) {
        return switch (said.path("input_type").asString()) {
            case "url", "request_body", "header", "websocket_frame", "a2a_message" -> Applies.AS_HTTP;
            case "mcp_tool_call" ->
                said.path("payload").path("jsonrpc_messages").isEmpty()
                        ? Applies.NOT
                        : said.path("transport").asString().equals("mcp_http") ? Applies.AS_HTTP : Applies.AS_IF_HTTP;
            default -> Applies.NOT;
        };
    }

    private static List<Sent> requests(JsonNode payload) {
        List<Sent> all = new ArrayList<>();
        if (payload.has("frames")) {
            messages(payload, all);
        } else if (payload.has("jsonrpc_messages")) {
            payload.path("jsonrpc_messages").forEach(call -> all.add(request("POST", CALLS, JSON, call.toString())));
        } else {
            all.add(written(payload));
        }
        return all;
    }

    private static Sent request(String method, String url, String type, String body) {
        return new Sent(method, url, Map.of("content-type", List.of(type)), body, false, null, false);
    }

    private static Sent written(JsonNode payload) {
        String method = payload.path("method").asString("GET");
        String url = payload.path("url").asString();
        if (payload.has("body")) {
            String type = payload.path("content_type").asString("text/plain");
            return request(method, url, type, payload.path("body").asString());
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        payload.path("headers")
                .properties()
                .forEach(field -> headers.put(
                        field.getKey().toLowerCase(Locale.ROOT),
                        List.of(field.getValue().asString())));
        return new Sent(method, url, headers, null, false, null, false);
    }

    /** A message is put together from its fragments; RSV1 without an extension ends the WebSocket (RFC 6455 5.2). */
    private static void messages(JsonNode payload, List<Sent> all) {
        var text = new StringBuilder();
        boolean binary = false;
        boolean malformed = false;
        for (JsonNode frame : payload.path("frames")) {
            binary |= frame.path("opcode").asString().equals("binary");
            malformed |= frame.path("rsv1").asBoolean(false);
            text.append(frame.path("payload").asString());
            if (frame.path("fin").asBoolean(true)) {
                String whole = binary ? null : text.toString();
                all.add(new Sent("GET", payload.path("url").asString(), Map.of(), null, true, whole, malformed));
                text.setLength(0);
                binary = false;
            }
        }
    }
}
