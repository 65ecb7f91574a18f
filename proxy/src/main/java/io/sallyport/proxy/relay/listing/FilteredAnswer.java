package io.sallyport.proxy.relay.listing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.decision.listing.ListQuestion;
import io.sallyport.proxy.listener.ResponseHead;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How one answer is filtered: not at all, from its first byte on, or in a stream of events from the first one on that
 * may list something. Confined to its event loop; who makes the filters closes them.
 */
public final class FilteredAnswer {
    private static final int ACCEPTED = 202;

    private @Nullable AnswerFilter filter;
    private @Nullable StreamedLists streamed;
    private @Nullable Function<Supplier<ListQuestion>, AnswerFilter> filters;
    private boolean hidesSecrets;
    private boolean begun;
    private boolean shown;

    /** Lets nothing through but what {@code lists} shows; called before the first byte is read. */
    public void by(AnswerFilter lists) {
        filter = lists;
    }

    /** The same of an answer whose secrets {@code tokens} keeps, and hides itself. */
    public void byTokens(AnswerFilter tokens) {
        filter = tokens;
        hidesSecrets = true;
    }

    /**
     * Lets lists through that come on a stream of events, as far as {@code made} show them.
     *
     * @param made makes the filter of what answers a question, which may come to ask for more
     */
    public void within(StreamedLists lists, Function<Supplier<ListQuestion>, AnswerFilter> made) {
        streamed = lists;
        filters = made;
    }

    /** Returns whether all of this answer is filtered. With 202 a server says that the list comes in another answer. */
    public boolean isOf(ResponseHead head) {
        return filter != null && head.status() / 100 == 2 && head.status() != ACCEPTED;
    }

    /** Returns whether this answer is a stream of events that may list something later. */
    public boolean mayListIn(ResponseHead head) {
        return streamed != null && head.status() / 100 == 2 && AnswerFilter.isEvents(head);
    }

    /** Begins to filter the answer with this head. */
    public void begin(ResponseHead head) {
        AnswerFilter lists = filter;
        if (lists != null) {
            lists.begin(head);
            begun = true;
        }
    }

    /** Says that the answer is no stream in which lists may come. */
    public void passAll() {
        streamed = null;
    }

    /**
     * Sees the next piece of the body, which stays as it is. From the first event on that may answer what was asked
     * for, a stream is filtered.
     *
     * @return why the answer must not be sent on, or null
     */
    public @Nullable String see(ByteBuf piece, @Nullable ResponseHead head) {
        StreamedLists stream = streamed;
        if (stream == null || head == null) {
            return null;
        }
        String fault = begun || stream.asked() == null ? null : beginWithin(stream, head);
        stream.passes(piece);
        return fault;
    }

    private @Nullable String beginWithin(StreamedLists stream, ResponseHead head) {
        Function<Supplier<ListQuestion>, AnswerFilter> makes = filters;
        if (makes == null) {
            return null;
        }
        filter = makes.apply(stream::latest);
        begin(head);
        return stream.isBetweenEvents() ? fault() : "a list was asked for in the middle of an event";
    }

    /** Returns whether what comes is given to {@link #add}, and not sent on as it is. */
    public boolean isFiltering() {
        return begun;
    }

    /** Returns whether the filter hides secrets itself. */
    public boolean hidesSecrets() {
        return begun && hidesSecrets;
    }

    /** Takes over {@code piece}, with which the answer goes on. */
    public void add(ByteBuf piece) {
        AnswerFilter lists = filter;
        if (lists == null) {
            piece.release();
        } else {
            lists.add(piece);
        }
    }

    /** Says that the answer has ended. */
    public void end() {
        AnswerFilter lists = filter;
        if (lists != null) {
            lists.end();
        }
    }

    /** Returns what may be sent and was not taken before; the caller releases it. */
    public ByteBuf take() {
        AnswerFilter lists = filter;
        shown = isRead();
        return lists == null ? Unpooled.EMPTY_BUFFER : lists.taken();
    }

    /** Why the answer must not be sent on, or null. */
    public @Nullable String fault() {
        AnswerFilter lists = filter;
        return lists == null ? null : lists.fault();
    }

    /** Returns whether it is sent event by event; else it is sent when it was read as a whole. */
    public boolean isStream() {
        AnswerFilter lists = filter;
        return begun && lists != null && lists.isStream();
    }

    /** Returns whether a part of it is being read for the policies. */
    public boolean isReading() {
        AnswerFilter lists = filter;
        return lists != null && lists.isReading();
    }

    /** Returns whether all of it was read, so that nothing is left but to take it. */
    public boolean isRead() {
        AnswerFilter lists = filter;
        return begun && lists != null && lists.isRead();
    }

    /** Returns whether nothing more is to be taken: all was, or it is not filtered. */
    public boolean isShown() {
        return !begun || shown;
    }

    /** How many entries of lists were removed. */
    public int removed() {
        AnswerFilter lists = filter;
        return lists == null ? 0 : lists.removed();
    }

    /** Where a stream of HTTP with SSE says that messages are taken; null if it is none, or has not said so yet. */
    public @Nullable String endpoint() {
        StreamedLists stream = streamed;
        return stream == null ? null : stream.endpoint();
    }
}
