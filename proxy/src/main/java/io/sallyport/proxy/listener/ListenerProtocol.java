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
    TRANSPARENT
}
