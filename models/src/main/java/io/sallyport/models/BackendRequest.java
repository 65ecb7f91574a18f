package io.sallyport.models;

import io.sallyport.inference.ModelApi;
import io.sallyport.inference.ModelEndpoint;
import io.sallyport.inference.ModelRequest;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is sent to a backend.
 *
 * @param target path and query
 * @param headers all but the length; they may hold the backend's key
 */
record BackendRequest(String target, Map<String, String> headers, ByteBuffer body) {
    /** The version that Anthropic's reference names, read in November 2026; one is required. */
    private static final String ANTHROPIC_VERSION = "2023-06-01";

    static BackendRequest of(ModelBackend backend, ModelHead head, ModelRequest request, BackendKey key) {
        Map<String, String> headers = new LinkedHashMap<>(head.fields());
        if (backend.api() == ModelApi.ANTHROPIC) {
            headers.putIfAbsent("anthropic-version", ANTHROPIC_VERSION);
        }
        headers.put("host", backend.url().authority());
        headers.put("accept-encoding", "identity");
        if (key instanceof BackendKey.Known(String value, AnswerRedaction _)) {
            show(backend.api(), value, headers);
        }
        return new BackendRequest(path(backend, request.endpoint()) + head.query(), headers, request.body());
    }

    /** The path of an operation at a backend. */
    static String path(ModelBackend backend, ModelEndpoint endpoint) {
        String prefix = backend.url().path().text();
        return (prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix) + endpoint.path();
    }

    /** As each API's reference says. */
    private static void show(ModelApi api, String key, Map<String, String> headers) {
        switch (api) {
            case OPENAI, OLLAMA -> headers.put("authorization", "Bearer " + key);
            case ANTHROPIC -> headers.put("x-api-key", key);
            case GEMINI -> headers.put("x-goog-api-key", key);
        }
    }

    /** Without headers and body. */
    @Override
    public String toString() {
        return "BackendRequest";
    }
}
