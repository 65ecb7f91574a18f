package io.sallyport.proxy.listener;

/** In which form requests on a stream name their targets, as heads of HTTP/1.1 do (RFC 9112 section 3.2). */
public enum TargetForm {
    /** A path: streams in a tunnel, whose target is known. */
    ORIGIN,
    /** A URL: streams that a client opens to the proxy itself. */
    ABSOLUTE
}
