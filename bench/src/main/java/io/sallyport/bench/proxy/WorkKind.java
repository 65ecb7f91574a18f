package io.sallyport.bench.proxy;

/** A kind of work that a contender may support. */
enum WorkKind {
    /** Plain requests that are forwarded. */
    FORWARD,
    /** Tunnels that stay opaque. */
    TUNNEL,
    /** Tunnels whose TLS the contender terminates. */
    INTERCEPT,
    /** The same, where the contender adds what the target demands. */
    CREDENTIAL,
    /** Tunnels whose TLS is terminated, with clients and targets that speak HTTP/2. */
    INTERCEPT_H2,
    /** Messages of gRPC, over HTTP/2 on both sides. */
    GRPC,
    /** Messages of WebSockets. */
    WEBSOCKET,
    /** A CONNECT that the contender refuses. */
    REFUSE,
    /** Plain requests with 10,000 hosts allowed. */
    FORWARD_WIDE,
    /** Opaque tunnels with 10,000 hosts allowed. */
    TUNNEL_WIDE
}
