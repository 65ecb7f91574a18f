package io.sallyport.proxy.relay.message;

import io.sallyport.decision.buffers.BufferCharge;
import io.sallyport.model.message.RequestBody;
import io.sallyport.proxy.listener.BodyReader;

/**
 * The body of a request that was read before it may go on, or its beginning.
 *
 * @param reader of the rest, which has come to its end where all was read
 * @param charge of the body, taken back when the exchange ends: until then it may be judged again
 */
public record HeldBody(BodyReader reader, RequestBody body, BufferCharge charge) {
    private static final int MOST_BYTES_ON_LOOP = 16 << 10;

    /** Whether an event loop must not read that body: each MiB takes some 15 ms. */
    public static boolean takesLong(RequestBody body) {
        return body.bytes().length > MOST_BYTES_ON_LOOP;
    }
}
