package io.sallyport.proxy.listener;

/** What clients speak to a listener of the proxy. */
public enum ListenerProtocol {
    /** HTTP/1.1, and HTTP/2 under TLS: requests in absolute form, and CONNECT. */
    HTTP,
    /** SOCKS5: CONNECT alone (RFC 1928). */
    SOCKS5,
    /**
     * Whatever a program speaks to the address that it connects to, which is the local address of the accepted socket:
     * in a network where every address is local.
     */
    TRANSPARENT,
    /** The same, where the kernel accepts for addresses that are not local (TPROXY). */
    TPROXY,
    /** The same, where the kernel has put the listener's address in place of the one asked for (REDIRECT, DNAT). */
    REDIRECTED,
    /** DNS by datagrams (RFC 1035 section 4.2.1): names of one sandbox. */
    DNS_UDP,
    /** DNS by connections (RFC 1035 section 4.2.2): names of one sandbox. */
    DNS_TCP
}
