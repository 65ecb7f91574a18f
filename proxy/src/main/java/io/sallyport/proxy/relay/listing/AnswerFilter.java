package io.sallyport.proxy.relay.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.decision.listing.FilteredText;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.ResponseHead;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds an answer until it was read, beside the event loop: the whole body of JSON, or one event after the other. What
 * is held is charged to the sandbox. Confined to its event loop; to be closed.
 */
public final class AnswerFilter {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerFilter.class);

    private static final String EVENTS = "text/event-stream";

    private final String what;
    private final Function<String, FilteredText> show;
    private final Executor beside;
    private final Executor loop;
    private final SandboxBuffers payer;
    private final int maxBytes;
    private final Runnable wake;
    private final BufferCharge charge = new BufferCharge();
    private final ByteBuf held = Unpooled.buffer(0);
    private final ByteBuf shown = Unpooled.buffer(0);
    private @Nullable EventEnd events;
    private @Nullable String fault;
    private int removed;
    private boolean reading;
    private boolean ended;
    private boolean closed;

    /**
     * A filter of one answer.
     *
     * @param what it is, for the sentence why it is not sent on, such as {@code "a list"}
     * @param show safe for concurrent use
     * @param beside where parts are read
     * @param loop its event loop
     * @param maxBytes of one part
     * @param wake is called on the loop once all parts that are there were read
     */
    public AnswerFilter(
            String what,
            Function<String, FilteredText> show,
            Executor beside,
            Executor loop,
            SandboxBuffers payer,
            int maxBytes,
            Runnable wake) {
        this.what = what;
        this.show = show;
        this.beside = beside;
        this.loop = loop;
        this.payer = payer;
        this.maxBytes = maxBytes;
        this.wake = wake;
        charge.to(payer);
    }

    /** Begins with the head of the answer, whose content can be read or is refused ({@link #fault}). */
    public void begin(ResponseHead head) {
        HeaderFields fields = head.fields();
        String coding = fields.first("Content-Encoding");
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            fault = what + " with a content coding";
        }
        switch (type(fields)) {
            case "application/json" -> {}
            case EVENTS -> events = new EventEnd();
            default -> fault = what + " that is neither JSON nor an event stream";
        }
    }

    /** Whether an answer is a stream of events. */
    public static boolean isEvents(ResponseHead head) {
        return type(head.fields()).equals(EVENTS);
    }

    private static String type(HeaderFields fields) {
        String type = fields.count("Content-Type") == 1 ? fields.first("Content-Type") : null;
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** Whether it is sent event by event; else it is sent when it was read as a whole. */
    public boolean isStream() {
        return events != null;
    }

    /** Takes over {@code piece}, with which the answer goes on. */
    public void add(ByteBuf piece) {
        held.writeBytes(piece);
        piece.release();
        charge.set(held.capacity() + shown.capacity());
        if (payer.room() instanceof Verdict.Refuse) {
            fault = "too much of this sandbox is held";
        }
        read();
    }

    /** The answer has ended. What follows the last event of a stream is none (section 9.2.6). */
    public void end() {
        ended = true;
        read();
    }

    private void read() {
        int bytes = reading || fault != null || closed ? -1 : partBytes();
        if (bytes <= 0) {
            boolean tooLong = !reading && held.readableBytes() > maxBytes;
            fault = fault == null && tooLong ? what + " of more than " + maxBytes + " bytes" : fault;
            return;
        }
        byte[] part = new byte[bytes];
        held.readBytes(part).discardReadBytes();
        reading = true;
        try {
            beside.execute(() -> {
                FilteredPart result = result(part);
                loop.execute(() -> take(result));
            });
        } catch (RejectedExecutionException _) {
            reading = false;
            fault = "too many bodies are judged";
        }
    }

    private int partBytes() {
        EventEnd end = events;
        return end != null ? end.of(held) : ended ? held.readableBytes() : -1;
    }

    private FilteredPart result(byte[] part) {
        try {
            return events == null ? FilteredPart.ofBody(part, show) : FilteredPart.ofEvent(part, show);
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.error("an answer is refused by a fault of ours", broken);
            return new FilteredPart.Refused("a fault of the gateway");
        }
    }

    private void take(FilteredPart part) {
        reading = false;
        if (closed) {
            return;
        }
        switch (part) {
            case FilteredPart.Refused(String why) -> fault = what + " that cannot be read: " + why;
            case FilteredPart.Shown(String text, int less) -> {
                removed += less;
                shown.writeCharSequence(text, UTF_8);
            }
        }
        read();
        if (!reading) {
            wake.run();
        }
    }

    /** Returns what may be sent and was not taken before; the caller releases it. */
    public ByteBuf taken() {
        ByteBuf out = shown.readBytes(shown.readableBytes());
        shown.clear().capacity(0);
        charge.set(held.capacity());
        return out;
    }

    /** Why the answer must not be sent on, or null. */
    public @Nullable String fault() {
        return fault;
    }

    /** Whether a part is being read. */
    public boolean isReading() {
        return reading;
    }

    /** Whether all of the answer was read, so that nothing is left but to take it. */
    public boolean isRead() {
        return ended && !reading && fault == null;
    }

    /** How many entries were removed. */
    public int removed() {
        return removed;
    }

    /** Holds nothing any longer. */
    public void close() {
        if (!closed) {
            closed = true;
            held.release();
            shown.release();
            charge.set(0);
        }
    }
}
