package io.sallyport.leasebridge.arcp;

/** What a subscriber wants done about what it heard. */
public sealed interface Output {
    /** To be sent to the runtime, as one text message. */
    record Send(String message) implements Output {}

    /** To be put in force. */
    record Changed(JobChange change) implements Output {}

    /** For the operator; nothing else is to be done. */
    record Noted(String what) implements Output {}

    /** The connection is of no use: to be closed, and another one opened later. */
    record Failed(String why) implements Output {}
}
