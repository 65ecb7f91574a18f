package io.sallyport.models;

import io.sallyport.egress.http.AnswerPart;
import io.sallyport.egress.http.HttpFailure;
import io.sallyport.inference.AnswerForm;
import io.sallyport.inference.ModelUsage;
import io.sallyport.inference.UsageReader;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.text.Parsed;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** One try at one backend, up to the answer that is passed on. Used by one thread, which waits. */
final class BackendCall {
    private static final int TOO_MANY_REQUESTS = 429;

    private final ModelCall call;
    private final ModelResources resources;
    private final ModelRoute route;
    private final BackendAccess access;
    private final ModelSpending spending;
    private final ClientAnswers answers;

    BackendCall(
            ModelCall call,
            ModelResources resources,
            ModelRoute route,
            BackendAccess access,
            ClientAnswers answers,
            ModelSpending spending) {
        this.call = call;
        this.resources = resources;
        this.route = route;
        this.access = access;
        this.spending = spending;
        this.answers = answers;
    }

    /**
     * Whether an answer was passed on; else nothing is set aside any more, and the call knows why.
     *
     * @param isLast whether no other backend can be asked, so that also an error is an answer
     */
    boolean answers(boolean isLast) {
        var time = new CallTime(resources.nanoClock(), resources.limits().time());
        var backendRequest = BackendRequest.of(route.backend(), call.head(), answers.sent(), access.key());
        if (answers.sent().isStream()) {
            time.set(resources.limits().firstToken());
        }
        return switch (BackendAnswer.ask(
                resources, call.policies().sandbox().id(), route.backend(), access.identity(), backendRequest, time)) {
            case BackendFailure(ReasonCode reason, String detail) -> failed(reason, 0, detail);
            case BackendAnswer answer -> answers(answer, time, isLast);
        };
    }

    private boolean failed(ReasonCode reason, int status, String detail) {
        spending.release();
        return call.fails(reason, status, detail);
    }

    private boolean answers(BackendAnswer answer, CallTime time, boolean isLast) {
        int status = answer.status();
        if (status / 100 == 3) {
            answer.close();
            return failed(ReasonCode.UPSTREAM_REFUSED, status, "the backend redirects; that is not followed");
        }
        if (!isLast && (status == TOO_MANY_REQUESTS || status >= 500)) {
            answer.close();
            return failed(ReasonCode.UPSTREAM_REFUSED, status, "the backend answered " + status);
        }
        BackendFailure silent = answer.begins();
        if (silent != null) {
            answer.close();
            return failed(silent.reason(), status, silent.detail());
        }
        call.trace().began(resources.nanoClock().getAsLong());
        time.set(resources.limits().time());
        return status / 100 == 2 ? passed(answer) : refusedThere(answer);
    }

    /** An answer: as it comes where that is a stream or long, else once it is whole. */
    private boolean passed(BackendAnswer answer) {
        boolean isWhole = AnswerForm.of(answer.contentType()) == AnswerForm.JSON
                && answer.contentType().startsWith("application/json")
                && !answers.sent().isStream();
        Gathered gathered = isWhole ? gather(answer) : new Gathered(new ByteArrayOutputStream(), false, null);
        if (gathered.failure() != null) {
            answer.close();
            return failed(
                    gathered.failure().reason(),
                    answer.status(),
                    gathered.failure().detail());
        }
        if (!gathered.isWhole()) {
            var stream = new ModelStream(
                    resources,
                    answers,
                    answer,
                    redaction(),
                    call.trace(),
                    spending,
                    gathered.bytes().toByteArray());
            call.answer(new OwnReply.Streamed(answer.status(), fields(answer), -1, stream), null);
            return true;
        }
        answer.close();
        byte[] body = gathered.bytes().toByteArray();
        return switch (answers.answer(body)) {
            case Parsed.Rejected(String why, int _) -> failed(ReasonCode.UPSTREAM_MALFORMED, answer.status(), why);
            case Parsed.Accepted(byte[] shown) -> whole(answer, body, shown);
        };
    }

    private boolean whole(BackendAnswer answer, byte[] body, byte[] shown) {
        UsageReader reader = UsageReader.of(answers.sent().endpoint().operation(), AnswerForm.JSON);
        reader.accept(ByteBuffer.wrap(body));
        ModelUsage usage = reader.usage(spending.estimatedInput());
        call.trace().used(usage, spending.settle(usage), shown.length);
        call.answer(ModelReplies.whole(answer.status(), fields(answer), shown, redaction()), null);
        return true;
    }

    /** An error of the backend's, in the API's own form, which costs nothing. */
    private boolean refusedThere(BackendAnswer answer) {
        spending.release();
        call.usedNothing();
        Gathered gathered = gather(answer);
        answer.close();
        if (!gathered.isWhole()) {
            return call.fails(ReasonCode.UPSTREAM_MALFORMED, answer.status(), "the backend's error has no end");
        }
        byte[] shown = answers.error(answer.status(), gathered.bytes().toByteArray());
        call.answer(
                ModelReplies.whole(answer.status(), fields(answer), shown, redaction()),
                "the backend answered " + answer.status());
        return true;
    }

    private AnswerRedaction redaction() {
        return access.key() instanceof BackendKey.Known(String _, AnswerRedaction redaction)
                ? redaction
                : AnswerRedaction.NONE;
    }

    private SequencedMap<String, String> fields(BackendAnswer answer) {
        return ModelReplies.fields(answer, redaction());
    }

    /**
     * What was read of a body.
     *
     * @param isWhole false where it is longer than is held, or breaks off
     * @param failure why it breaks off, or null
     */
    private record Gathered(
            ByteArrayOutputStream bytes,
            boolean isWhole,
            @Nullable BackendFailure failure) {}

    private static Gathered gather(BackendAnswer answer) {
        var whole = new ByteArrayOutputStream();
        while (true) {
            switch (answer.next()) {
                case AnswerPart.Piece piece -> {
                    whole.writeBytes(piece.bytes());
                    if (whole.size() > ModelLimits.MAX_WHOLE_BYTES) {
                        return new Gathered(whole, false, null);
                    }
                }
                case AnswerPart.End() -> {
                    return new Gathered(whole, true, null);
                }
                case HttpFailure failure -> {
                    return new Gathered(whole, false, BackendFailure.of(failure));
                }
                case AnswerPart.Head _ -> throw new IllegalStateException("a second head in an answer");
            }
        }
    }
}
