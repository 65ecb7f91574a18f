package io.sallyport.egress;

/** What is spoken with the target once the connection is open. */
public enum TargetProtocol {
    /** Bytes as they come: a tunnel, or plain HTTP. */
    PLAIN,
    /** TLS of the gateway's own, the target's certificate verified. */
    TLS
}
