package io.sallyport.web;

import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The reply to a call. */
public sealed interface Reply {
    /** One answer, completed on any thread; if it fails, the answer is 500. */
    record One(CompletionStage<? extends OwnReply> reply) implements Reply {}

    /** A stream of events that lasts until the caller disconnects. */
    record Events(EventSource.Opening source) implements Reply {}

    /** No answer; the connection is closed. */
    record Cut() implements Reply {}

    static Reply now(OwnReply reply) {
        return new One(CompletableFuture.completedStage(reply));
    }
}
