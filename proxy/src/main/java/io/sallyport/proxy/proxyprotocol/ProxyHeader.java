package io.sallyport.proxy.proxyprotocol;

import java.net.InetAddress;

/** What the first bytes of a connection from a load balancer say. */
public sealed interface ProxyHeader {
    /** More bytes are needed; all that came were taken. */
    record Incomplete() implements ProxyHeader {}

    /** The connection is that of {@code source}. */
    record From(InetAddress source) implements ProxyHeader {}

    /** The load balancer speaks for itself, or does not know for whom: {@code LOCAL}, {@code UNKNOWN}. */
    record OfPeer() implements ProxyHeader {}

    /** No header, which has to be there; the connection cannot be read. */
    record Malformed(String why) implements ProxyHeader {}
}
