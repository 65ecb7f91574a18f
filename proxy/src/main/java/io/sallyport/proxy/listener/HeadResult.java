package io.sallyport.proxy.listener;

import io.sallyport.model.ReasonCode;

/**
 * What the bytes so far amount to.
 *
 * @param <H> the kind of head
 */
public sealed interface HeadResult<H> {
    /** More bytes are needed; all that came were taken. */
    record Incomplete<H>() implements HeadResult<H> {}

    /** A whole head; the bytes after it were not taken. */
    record Complete<H>(H head) implements HeadResult<H> {}

    /** No head; the connection cannot be read any further. */
    record Malformed<H>(ReasonCode reason, String why) implements HeadResult<H> {}
}
