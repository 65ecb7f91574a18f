package io.sallyport.egress.http;

import io.sallyport.model.ReasonCode;

/** Why there is no answer. The connection is closed. */
public sealed interface HttpFailure extends Opening, WholeAnswer, AnswerPart {
    /** No connection to the target was opened. */
    record Unreached(ReasonCode reason, String detail) implements HttpFailure {}

    /**
     * The target did not do what it should.
     *
     * @param what what it did instead, as "did not answer in time"
     */
    record Broken(ReasonCode reason, String what) implements HttpFailure {}

    /** More came than the {@link ByteCount} takes. */
    record OverCount() implements HttpFailure {}

    /** The waiting thread was interrupted, and still is. */
    record GivenUp() implements HttpFailure {}
}
