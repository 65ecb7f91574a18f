package io.sallyport.web;

import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** How a head was judged. */
public sealed interface HeadVerdict {
    /**
     * The head settles it, and what comes of a body is thrown away.
     *
     * @param reply completed on any thread, a fault is answered 500
     * @param isLast whether the connection is closed after it
     */
    record Answered(CompletionStage<? extends OwnReply> reply, boolean isLast) implements HeadVerdict {}

    /** Its body is taken, and answered as a whole. */
    record Admitted(WebCall call) implements HeadVerdict {}

    /** An answer that is there already; the connection may be kept. */
    static HeadVerdict now(OwnReply reply) {
        return new Answered(CompletableFuture.completedStage(reply), false);
    }
}
