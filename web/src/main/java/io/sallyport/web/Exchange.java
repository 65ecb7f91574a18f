package io.sallyport.web;

import org.jspecify.annotations.Nullable;

/** One request of a connection and how far it is. Confined to the event loop. */
final class Exchange {
    final WebRequest request;
    /** Whether another request may follow on the connection. */
    boolean keepAlive;
    /** Set once it was admitted; until then, and where it was not, its body is thrown away. */
    @Nullable
    WebCall call;

    /** Where its body is collected, as long as it is wanted. */
    @Nullable
    Body body;

    int discarded;
    /** The request was read to its end. */
    boolean ended;
    /** An answer is on its way, or will be. */
    boolean settled;
    /** The answer was handed to the network. */
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
