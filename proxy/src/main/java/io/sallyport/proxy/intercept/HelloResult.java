package io.sallyport.proxy.intercept;

/** What the first bytes of a tunnel are. */
public sealed interface HelloResult {
    /** Too few bytes to say; so far they may become a ClientHello. */
    record Incomplete() implements HelloResult {}

    /** Something else than TLS. */
    record NotTls() implements HelloResult {}

    /**
     * TLS that is not to be served.
     *
     * @param why safe to show
     */
    record Malformed(String why) implements HelloResult {}

    /** A whole one. */
    record Complete(ClientHello hello) implements HelloResult {}
}
