package io.sallyport.auditexport.sink;

/** How the delivery of a batch ended. */
public sealed interface SinkDelivery {
    /** The receiver has the whole batch. */
    record Delivered() implements SinkDelivery {}

    /**
     * The receiver does not accept what is in the batch, however often it is sent.
     *
     * @param why a few words without anything that was sent or received
     */
    record Unacceptable(String why) implements SinkDelivery {}

    /**
     * The receiver may have some of the batch, or nothing of it; it is sent again.
     *
     * @param why a few words without anything that was sent or received
     */
    record Failed(String why) implements SinkDelivery {}
}
