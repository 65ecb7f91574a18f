package io.sallyport.web;

import org.jspecify.annotations.Nullable;

/** One request of a connection, and its progress. Confined to the event loop. */
final class Exchange {
    final WebRequest request;
    /** Whether another request may follow on the connection. */
    boolean keepAlive;
    /** Set once the request is admitted. While it is null, the body is discarded. */
    @Nullable
    WebCall call;

    /** Collects the body while it is wanted. */
    @Nullable
    Body body;

    int discarded;
    /** Whether the request was read to its end. */
    boolean ended;
    /** Whether an answer is being produced or written. */
    boolean settled;
    /** Whether the answer was written to the network. */
    boolean answered;

    Exchange(WebRequest request) {
        this.request = request;
        keepAlive = request.keepsAlive();
    }

    void releaseBody() {
        Body held = body;
        if (held != null) {
            body = null;
            held.release();
        }
    }
}
