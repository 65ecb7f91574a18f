package io.sallyport.bench.proxy;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * What one connection does repeatedly; one answer is one operation.
 *
 * @param proxy where it connects to
 * @param connect the CONNECT that opens a tunnel with TLS inside, or null
 * @param serverName the name in the TLS client hello, or null
 * @param request the request
 * @param status the expected status
 * @param kept whether the next request uses the same connection
 * @param streams of HTTP/2 at a time, or 0 for HTTP/1.1
 * @param kind what one operation is; messages are exchanged under TLS, in a tunnel or without
 */
record ConnectionWork(
        InetSocketAddress proxy,
        @Nullable String connect,
        String serverName,
        String request,
        int status,
        boolean kept,
        int streams,
        OperationKind kind) {
    ConnectionWork(
            InetSocketAddress proxy,
            @Nullable String connect,
            String serverName,
            String request,
            int status,
            boolean kept) {
        this(proxy, connect, serverName, request, status, kept, 0, OperationKind.REQUEST);
    }

    /** The path that {@link #request} asks for. */
    String path() {
        return request.split(" ", 3)[1];
    }

    /** The authority that its request names, whose port is no default. */
    String authority() {
        return request.split("\r\n", 3)[1].substring("Host: ".length());
    }

    /** Whether TLS begins with the connection: a request is not in the form for a proxy. */
    boolean isDirectTls() {
        return connect == null && (kind != OperationKind.REQUEST || path().startsWith("/"));
    }

    static ConnectionWork forwarded(ContenderAccess door, String path) {
        return new ConnectionWork(door.proxy(), null, door.host(), door.forward(path), 200, true);
    }

    static ConnectionWork tunnelled(ContenderAccess door, String path, boolean kept) {
        String connect = door.isRelay() ? null : door.connect();
        return new ConnectionWork(door.proxy(), connect, door.host(), door.inside(path), 200, kept);
    }

    static ConnectionWork onStreams(ContenderAccess door, String path, int streams) {
        return new ConnectionWork(
                door.proxy(),
                door.connect(),
                door.host(),
                door.inside(path),
                200,
                true,
                streams,
                OperationKind.REQUEST);
    }

    /** @param streams as {@link #streams} */
    static ConnectionWork echoed(ContenderAccess door, String path, int streams, OperationKind kind) {
        return new ConnectionWork(
                door.proxy(),
                door.isRelay() ? null : door.connect(),
                door.host(),
                door.inside(path),
                200,
                true,
                streams,
                kind);
    }

    static ConnectionWork refused(ContenderAccess door) {
        return new ConnectionWork(door.proxy(), null, door.host(), door.connect(), 403, true);
    }
}
