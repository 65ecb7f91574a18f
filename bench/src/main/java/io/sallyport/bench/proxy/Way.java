package io.sallyport.bench.proxy;

/** A kind of work that a contender may have a door for. */
enum Way {
    /** Plain requests that are sent on. */
    FORWARD,
    /** Tunnels that stay opaque. */
    TUNNEL,
    /** Tunnels whose TLS it ends. */
    INTERCEPT,
    /** A CONNECT that it refuses. */
    REFUSE,
    /** Plain requests, where 1,000 hosts are allowed. */
    FORWARD_WIDE,
    /** Opaque tunnels, where 1,000 hosts are allowed. */
    TUNNEL_WIDE
}
