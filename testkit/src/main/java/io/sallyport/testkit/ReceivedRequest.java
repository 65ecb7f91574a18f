package io.sallyport.testkit;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as received by an origin.
 *
 * @param connection the origin's count of connections at that time, from 1
 * @param target as in the request line
 * @param headers in order, with names as written
 * @param body its first bytes, at most {@link #MAX_BODY_BYTES}
 * @param bodyBytes its length as far as it had arrived
 */
public record ReceivedRequest(
        int connection,
        String method,
        String target,
        List<Map.Entry<String, String>> headers,
        Bytes body,
        long bodyBytes) {
    /** The number of bytes kept of a body; the rest is only counted. */
    public static final int MAX_BODY_BYTES = 16 * 1024 * 1024;

    public ReceivedRequest {
        headers = List.copyOf(headers);
    }

    /** Returns the first value of the header {@code name}, ignoring case, or null. */
    public @Nullable String header(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** Returns the target without its query. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** Returns the target's query; empty if there is none. */
    public String query() {
        int query = target.indexOf('?');
        return query < 0 ? "" : target.substring(query + 1);
    }
}
