package io.sallyport.proxy.listener;

/** What clients speak to a listener of the proxy. */
public enum ListenerProtocol {
    /** HTTP/1.1, and HTTP/2 under TLS: requests in absolute form, and CONNECT. */
    HTTP,
    /** SOCKS5: CONNECT alone (RFC 1928). */
    SOCKS5,
    /**
     * Whatever a program speaks to the address that it connects to, which is the local address of the accepted socket.
     */
    TRANSPARENT,
    /** DNS by datagrams (RFC 1035 section 4.2.1): names of one sandbox. */
    DNS_UDP,
    /** DNS by connections (RFC 1035 section 4.2.2): names of one sandbox. */
    DNS_TCP;

    /** Whether only a listener that is one sandbox's own can have it: its clients cannot say whose they are. */
    public boolean needsOwner() {
        return switch (this) {
            case HTTP, SOCKS5 -> false;
            case TRANSPARENT, DNS_UDP, DNS_TCP -> true;
        };
    }
}
