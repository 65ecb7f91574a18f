package io.sallyport.leasebridge.arcp;

/** What a subscriber asks its caller to do. */
public sealed interface Output {
    /** Send this to the runtime as one text message. */
    record Send(String message) implements Output {}

    /** Put this change in force. */
    record Changed(JobChange change) implements Output {}

    /** Tell the operator; nothing else is to be done. */
    record Noted(String what) implements Output {}

    /** Close the connection, which is unusable, and open another one later. */
    record Failed(String why) implements Output {}
}
