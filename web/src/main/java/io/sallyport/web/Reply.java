package io.sallyport.web;

import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a call gets. */
public sealed interface Reply {
    /** One answer, as soon as it is there: completed on any thread, a fault is answered 500. */
    record One(CompletionStage<? extends OwnReply> reply) implements Reply {}

    /** Events, one after the other, until the caller goes. */
    record Events(EventSource.Opening source) implements Reply {}

    /** None: the connection is closed. */
    record Cut() implements Reply {}

    static Reply now(OwnReply reply) {
        return new One(CompletableFuture.completedStage(reply));
    }
}
