package io.sallyport.web;

import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletionStage;

/** The service behind a listener. Called on the listener's event loop, so implementations must not block. */
public interface Endpoint {
    /** Judges a well-formed head before its body is read. */
    HeadVerdict judge(WebRequest request);

    /** Returns the answer to a request that cannot be read; the connection is closed after it. */
    CompletionStage<? extends OwnReply> refuse(WebRequest request, HeadFault fault);
}
