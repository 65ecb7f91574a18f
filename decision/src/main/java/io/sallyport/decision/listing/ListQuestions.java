package io.sallyport.decision.listing;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestHeaders;
import java.util.LinkedHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one sandbox has asked of lists, for answers that come on the stream of another request. Sessions that asked
 * longest ago are forgotten first. Safe for concurrent use.
 */
public final class ListQuestions {
    static final int MAX_SESSIONS = 32;

    private final LinkedHashMap<String, ListQuestion> sessions = new LinkedHashMap<>();

    /** Remembers a question, before it is sent. */
    public synchronized void add(ListQuestion asked) {
        ListQuestion before = sessions.remove(asked.session());
        sessions.putLast(asked.session(), before == null ? asked : asked.after(before));
        if (sessions.size() > MAX_SESSIONS) {
            sessions.pollFirstEntry();
        }
    }

    /**
     * Returns the question that the stream of Streamable HTTP may answer: of its session, else the last one at its
     * path; null if there is none.
     */
    public synchronized @Nullable ListQuestion answeredOn(CanonicalRequest stream, RequestHeaders headers) {
        ListQuestion own = sessions.get(ListQuestion.session(stream, headers));
        return own == null ? last(asked -> asked.hasPathOf(stream)) : own;
    }

    /**
     * Returns the question that a stream of HTTP with SSE (2024-11-05) may answer: the last that was sent where it says
     * that messages are taken, else the last one at its server; null if there is none.
     *
     * @param endpoint as the stream says it
     */
    public synchronized @Nullable ListQuestion answeredOn(CanonicalRequest stream, String endpoint) {
        ListQuestion own = last(asked -> asked.hasServerOf(stream) && asked.isSentTo(endpoint));
        return own == null ? last(asked -> asked.hasServerOf(stream)) : own;
    }

    private @Nullable ListQuestion last(Predicate<ListQuestion> fits) {
        return sessions.sequencedValues().reversed().stream()
                .filter(fits)
                .findFirst()
                .orElse(null);
    }
}
