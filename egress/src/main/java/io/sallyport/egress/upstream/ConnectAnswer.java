package io.sallyport.egress.upstream;

/** What became of a CONNECT to the upstream proxy. */
public sealed interface ConnectAnswer {
    /** The tunnel is open (any 2xx). */
    record Opened() implements ConnectAnswer {}

    /** The proxy answered with another status, 300 to 599. */
    record Declined(int status) implements ConnectAnswer {}

    /**
     * The proxy did not give an answer that can be read.
     *
     * @param why for the audit and operators; holds nothing that the proxy sent
     */
    record Broken(String why) implements ConnectAnswer {}

    /** No whole answer came in time. */
    record Late() implements ConnectAnswer {}
}
