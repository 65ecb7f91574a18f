package io.sallyport.models;

import io.sallyport.audit.AuditEvent;
import io.sallyport.egress.http.AnswerPart;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.inference.AnswerForm;
import io.sallyport.inference.ModelUsage;
import io.sallyport.inference.StreamEnd;
import io.sallyport.inference.UsageReader;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An answer that passes piece by piece: each event as soon as it is whole, counted, without the backend's key, until
 * the budget is used up or the client leaves. Whoever writes it waits; its end is recorded once.
 */
final class ModelStream implements OwnReply.Content {
    private final ModelResources resources;
    private final BackendAnswer answer;
    private final AnswerRedaction redaction;
    private final ModelTrace trace;
    private final ModelSpending spending;
    private final ClientAnswers.Events shown;
    private final byte[] begun;
    private final @Nullable UsageReader reader;
    private final WholeEvents events;
    private final AtomicBoolean ended = new AtomicBoolean();
    private long bytes;

    /** @param begun what was read of it already */
    ModelStream(
            ModelResources resources,
            ClientAnswers answers,
            BackendAnswer answer,
            AnswerRedaction redaction,
            ModelTrace trace,
            ModelSpending spending,
            byte[] begun) {
        this.resources = resources;
        this.answer = answer;
        this.redaction = redaction;
        this.trace = trace;
        this.spending = spending;
        this.shown = answers.events();
        this.begun = begun;
        AnswerForm form = AnswerForm.of(answer.contentType());
        boolean isRead = form != AnswerForm.JSON || answer.contentType().startsWith("application/json");
        this.reader = isRead ? UsageReader.of(answers.sent().endpoint().operation(), form) : null;
        this.events = new WholeEvents(form);
    }

    @Override
    public Duration maxTime() {
        return resources.limits().time();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        ReasonCode reason = ReasonCode.CLIENT_CLOSED;
        try (answer;
                OutputStream redacted = redaction.over(out)) {
            reason = pass(redacted);
        } finally {
            end(reason);
        }
        if (reason != ReasonCode.GRANTED && reason != ReasonCode.BUDGET_EXHAUSTED) {
            throw new IOException("the backend's answer has no end: " + reason.word());
        }
    }

    private ReasonCode pass(OutputStream out) throws IOException {
        if (!write(begun, out)) {
            return ReasonCode.BUDGET_EXHAUSTED;
        }
        while (true) {
            switch (answer.next()) {
                case AnswerPart.Piece piece -> {
                    trace.began(resources.nanoClock().getAsLong());
                    for (byte[] event : events.next(piece.bytes())) {
                        if (!write(event, out)) {
                            return ReasonCode.BUDGET_EXHAUSTED;
                        }
                    }
                    out.flush();
                }
                case AnswerPart.End() -> {
                    return last(out);
                }
                case HttpFailure failure -> {
                    return BackendFailure.of(failure).reason();
                }
                case AnswerPart.Head _ -> throw new IllegalStateException("a second head in an answer");
            }
        }
    }

    /** Sends one event; false where the budget is used up with it, and the end was sent instead of what follows. */
    private boolean write(byte[] event, OutputStream out) throws IOException {
        UsageReader counting = reader;
        if (counting != null) {
            counting.accept(ByteBuffer.wrap(event));
        }
        send(shown.next(event), out);
        if (counting == null || spending.covers(counting.outputSoFar())) {
            return true;
        }
        send(shown.next(StreamEnd.atLimit(counting, resources.wall().instant())), out);
        return false;
    }

    private ReasonCode last(OutputStream out) throws IOException {
        if (!write(events.rest(), out)) {
            return ReasonCode.BUDGET_EXHAUSTED;
        }
        send(shown.end(), out);
        return ReasonCode.GRANTED;
    }

    private void send(byte[] events, OutputStream out) throws IOException {
        out.write(events);
        bytes += events.length;
    }

    /** The client has left: what the backend did until now is paid for all the same. */
    @Override
    public void giveUp() {
        answer.close();
        end(ReasonCode.CLIENT_CLOSED);
    }

    private void end(ReasonCode reason) {
        if (ended.compareAndSet(false, true)) {
            long input = spending.estimatedInput();
            ModelUsage usage = reader == null ? new ModelUsage(input, 0, 0, 0, true) : reader.usage(input);
            trace.used(usage, spending.settle(usage), bytes);
            AuditEvent record = trace.end(reason, resources.nanoClock().getAsLong(), null);
            resources.audit().append(record);
        }
    }
}
