package io.sallyport.web;

import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The verdict on a head. */
public sealed interface HeadVerdict {
    /**
     * The head alone determines the answer; any body is discarded.
     *
     * @param reply completed on any thread; if it fails, the answer is 500
     * @param isLast whether the connection is closed after it
     */
    record Answered(CompletionStage<? extends OwnReply> reply, boolean isLast) implements HeadVerdict {}

    /** The call is admitted; its body is read and then answered as a whole. */
    record Admitted(WebCall call) implements HeadVerdict {}

    /** Returns an answer that is known now; the connection may be kept. */
    static HeadVerdict now(OwnReply reply) {
        return new Answered(CompletableFuture.completedStage(reply), false);
    }
}
