package io.sallyport.proxy.relay.listing;

import io.netty.buffer.ByteBuf;
import io.sallyport.decision.listing.ListQuestion;
import io.sallyport.decision.listing.ListQuestions;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestHeaders;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event stream that answers no call by itself, on which lists may come all the same: those of HTTP with SSE (MCP
 * 2024-11-05), and of streams that are resumed. Confined to its event loop.
 */
public final class StreamedLists {
    private final ListQuestions questions;
    private final CanonicalRequest stream;
    private final RequestHeaders headers;
    private final EndpointSearch search = new EndpointSearch();
    private volatile @Nullable ListQuestion last;

    private StreamedLists(ListQuestions questions, CanonicalRequest stream, RequestHeaders headers) {
        this.questions = questions;
        this.stream = stream;
        this.headers = headers;
    }

    /** Returns what may come in answer to a request; null if that asks for no stream of events. */
    public static @Nullable StreamedLists of(ListQuestions asked, CanonicalRequest request, RequestHeaders headers) {
        boolean asks = "GET".equals(request.method())
                && headers.values("accept").stream()
                        .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("text/event-stream"));
        return asks ? new StreamedLists(asked, request, headers) : null;
    }

    /** Returns what was asked and may be answered by what comes next; null if that may pass. */
    public @Nullable ListQuestion asked() {
        String endpoint = search.endpoint();
        ListQuestion found =
                endpoint == null ? questions.answeredOn(stream, headers) : questions.answeredOn(stream, endpoint);
        last = found == null ? last : found;
        return last;
    }

    /** Returns the same once something was asked; safe for concurrent use from then on. */
    public ListQuestion latest() {
        return Objects.requireNonNull(asked());
    }

    /** Returns where messages are taken, as the server said it last; null if it has not. */
    public @Nullable String endpoint() {
        return search.endpoint();
    }

    /** Returns whether what came so far ends with the end of an event. */
    public boolean isBetweenEvents() {
        return search.isBetweenEvents();
    }

    /** Reads a piece that passes; {@code piece} stays as it is. */
    public void passes(ByteBuf piece) {
        search.read(piece);
    }
}
