package io.sallyport.egress.http;

import io.sallyport.model.ReasonCode;

/** The reason why there is no answer. The connection is closed. */
public sealed interface HttpFailure extends OpenResult, WholeAnswer, AnswerPart {
    /** No connection to the target was opened. */
    record Unreached(ReasonCode reason, String detail) implements HttpFailure {}

    /**
     * The target broke the protocol, closed the connection or was too slow.
     *
     * @param what what the target did, such as "did not answer in time"
     */
    record Broken(ReasonCode reason, String what) implements HttpFailure {}

    /** More bytes arrived than the {@link ByteCount} accepts. */
    record OverCount() implements HttpFailure {}

    /** The waiting thread was interrupted; its interrupt flag is set. */
    record GivenUp() implements HttpFailure {}
}
