package io.sallyport.egress;

/** The protocol spoken with the target once the connection is open. */
public enum TargetProtocol {
    /** Bytes are passed on unchanged: a tunnel, or plain HTTP. */
    PLAIN,
    /** The gateway opens TLS itself and verifies the target's certificate. */
    TLS
}
