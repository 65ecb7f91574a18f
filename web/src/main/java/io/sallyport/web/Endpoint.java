package io.sallyport.web;

import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletionStage;

/** What a listener serves. Asked on the listener's event loop, so that nothing here may block. */
public interface Endpoint {
    /** Judges a head whose form is sound, before a byte of its body is taken. */
    HeadVerdict judge(WebRequest request);

    /** The answer to a request that cannot be read; the connection is closed after it. */
    CompletionStage<? extends OwnReply> refuse(WebRequest request, HeadFault fault);
}
