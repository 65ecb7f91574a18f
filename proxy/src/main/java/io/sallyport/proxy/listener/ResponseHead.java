package io.sallyport.proxy.listener;

import java.util.List;

/**
 * One answer's head as the target sent it. The reason phrase is not kept: it is the target's text, and ours carries a
 * refusal's reason.
 *
 * @param status 100..599
 * @param minorVersion 0 or 1
 */
public record ResponseHead(int status, int minorVersion, HeaderFields fields) {
    private static final List<String> STREAMS =
            List.of("text/event-stream", "multipart/x-mixed-replace", "application/x-ndjson");

    public boolean isInterim() {
        return status < 200;
    }

    /** Whether the target keeps the connection for another request. */
    public boolean keepsConnection() {
        return minorVersion == 1 && !fields.lists("Connection", "close");
    }

    /** Whether the answer is of a kind that goes on until somebody ends it. */
    public boolean isStream() {
        String type = fields.first("Content-Type");
        return type != null
                && STREAMS.stream().anyMatch(known -> type.regionMatches(true, 0, known, 0, known.length()));
    }
}
