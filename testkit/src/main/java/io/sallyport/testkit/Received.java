package io.sallyport.testkit;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as an origin got it.
 *
 * @param connection the origin's count of connections when it came, from 1
 * @param target as it stood in the request line
 * @param headers in order, names as written
 * @param body its first bytes, at most {@link #MAX_BODY_BYTES}
 * @param bodyBytes its whole length as far as it had come
 */
public record Received(
        int connection,
        String method,
        String target,
        List<Map.Entry<String, String>> headers,
        Bytes body,
        long bodyBytes) {
    /** Bytes of a body that are kept; what comes after is counted only. */
    public static final int MAX_BODY_BYTES = 16 * 1024 * 1024;

    public Received {
        headers = List.copyOf(headers);
    }

    /** The first value of the header {@code name}, in any case, or null. */
    public @Nullable String header(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** The target up to its query. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** The target behind its question mark; empty where there is none. */
    public String query() {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query + 1);
    }
}
