package io.sallyport.credentials;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** How a client shows its secret to a token endpoint (RFC 6749 section 2.3.1). */
public enum ClientAuthentication {
    /** In {@code Authorization: Basic}. */
    BASIC,
    /** In the body. */
    BODY,
    /** Not at all: a public client, which has none (RFC 6749 section 2.1). */
    NONE;

    /** Returns the headers of a request; {@code secret} is empty where there is none. */
    public Map<String, String> headers(String id, String secret) {
        Map<String, String> headers = new LinkedHashMap<>(form());
        if (this == BASIC) {
            byte[] pair = (encoded(id) + ":" + encoded(secret)).getBytes(StandardCharsets.UTF_8);
            headers.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return headers;
    }

    /** Returns the body of a request with {@code parameters} in order. */
    public String body(String id, String secret, Map<String, String> parameters) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        if (this != BASIC) {
            all.put("client_id", id);
        }
        if (this == BODY) {
            all.put("client_secret", secret);
        }
        return encoded(all);
    }

    /** Returns the headers of every request for a token. */
    static Map<String, String> form() {
        return Map.of("Content-Type", "application/x-www-form-urlencoded", "Accept", "application/json");
    }

    /** Returns a form in the order of its parameters. */
    static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
