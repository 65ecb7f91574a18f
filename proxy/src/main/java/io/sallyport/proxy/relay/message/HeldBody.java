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
public record HeldBody(BodyReader reader, RequestBody body, BufferCharge charge) {}
