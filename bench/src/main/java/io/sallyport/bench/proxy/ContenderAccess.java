package io.sallyport.bench.proxy;

import java.net.InetSocketAddress;

/**
 * How to reach a contender for one kind of work, and with which identity.
 *
 * @param proxy its listener
 * @param host the target's name as this contender knows it
 * @param port the target's port
 * @param credentials header lines that identify the client, each with its line end; may be empty
 */
record ContenderAccess(InetSocketAddress proxy, String host, int port, String credentials) {
    /** Whether the contender is no proxy for clients: it relays what it is sent to its only target. */
    boolean isRelay() {
        return proxy.getPort() == port;
    }

    ContenderAccess at(int otherPort) {
        return new ContenderAccess(proxy, host, otherPort, credentials);
    }

    ContenderAccess to(String otherHost) {
        return new ContenderAccess(proxy, otherHost, port, credentials);
    }

    /** Returns a request in the form for proxies. */
    String forward(String path) {
        return "GET http://" + authority() + path + " HTTP/1.1\r\nHost: " + authority() + "\r\n" + credentials
                + "User-Agent: bench\r\nAccept: */*\r\n\r\n";
    }

    String connect() {
        return "CONNECT " + authority() + " HTTP/1.1\r\nHost: " + authority() + "\r\n" + credentials
                + "User-Agent: bench\r\n\r\n";
    }

    /** Returns a request in the form for targets, used inside a tunnel. */
    String inside(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: " + authority() + "\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n";
    }

    private String authority() {
        return host + ":" + port;
    }
}
