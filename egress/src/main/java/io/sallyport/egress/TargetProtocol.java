package io.sallyport.egress;

/** The protocol spoken with the target once the connection is open. */
public enum TargetProtocol {
    /** Bytes are passed on unchanged: a tunnel, or plain HTTP. */
    PLAIN,
    /** The gateway opens TLS itself and verifies the target's certificate; inside, HTTP/1.1 is spoken. */
    TLS,
    /** The same, and HTTP/2 is offered before HTTP/1.1: the TLS handler says what the target chose (ALPN, RFC 7301). */
    TLS_WITH_HTTP2
}
