package io.sallyport.bench.proxy;

import java.time.Duration;

/** The comparisons, one row of the table each. */
enum Row {
    TUNNEL("CONNECT tunnel: a TLS handshake and a request inside", WorkKind.TUNNEL, 16, 2_000, 30_000),
    FORWARD("forwarded request, kept connection", WorkKind.FORWARD, 16, 20_000, 100_000),
    INTERCEPTED("intercepted request, kept connection", WorkKind.INTERCEPT, 16, 20_000, 100_000),
    CREDENTIALED("intercepted request that gets a credential", WorkKind.CREDENTIAL, 16, 20_000, 100_000),
    INTERCEPTED_H2("intercepted request on a stream of HTTP/2", WorkKind.INTERCEPT_H2, 16, 20_000, 100_000),
    GRPC_CALL("message of a call of gRPC, there and back", WorkKind.GRPC, 16, 10_000, 50_000),
    GRPC_MESSAGE("message of a stream of gRPC, there and back", WorkKind.GRPC, 16, 20_000, 100_000),
    WEBSOCKET_MESSAGE("message of a WebSocket, there and back", WorkKind.WEBSOCKET, 16, 20_000, 100_000),
    INTERCEPTED_TUNNEL("intercepted tunnel, two handshakes", WorkKind.INTERCEPT, 16, 1_500, 20_000),
    REFUSAL("refused CONNECT, kept connection", WorkKind.REFUSE, 16, 20_000, 50_000),
    BULK("bulk down, plain, each GiB", WorkKind.FORWARD, 2, 8, 4),
    BULK_TUNNEL("bulk down, 8 tunnels, each GiB", WorkKind.TUNNEL, 8, 8, 8),
    BULK_INTERCEPTED("bulk down, intercepted, each GiB", WorkKind.INTERCEPT, 2, 4, 4),
    TUNNEL_WIDE("CONNECT tunnel, 10,000 hosts allowed", WorkKind.TUNNEL_WIDE, 16, 2_000, 30_000),
    FORWARD_WIDE("forwarded request, 10,000 hosts allowed", WorkKind.FORWARD_WIDE, 16, 20_000, 100_000);

    private static final int OPERATIONS_EACH = 100;
    private static final int MAX_STREAMS = 100;

    private final String title;
    private final WorkKind way;
    private final int connections;
    private final int operations;
    private final int warmUp;

    Row(String title, WorkKind way, int connections, int operations, int warmUp) {
        this.title = title;
        this.way = way;
        this.connections = connections;
        this.operations = operations;
        this.warmUp = warmUp;
    }

    String title() {
        return title;
    }

    WorkKind way() {
        return way;
    }

    int connections() {
        return connections;
    }

    /** Returns whether it is also measured with other numbers of clients. */
    boolean isByClients() {
        return this == FORWARD || this == INTERCEPTED || this == INTERCEPTED_H2 || !isAmongAll();
    }

    /** Returns whether {@code all} means it too; messages and credentials have scripts of their own. */
    boolean isAmongAll() {
        return way != WorkKind.GRPC && way != WorkKind.WEBSOCKET && way != WorkKind.CREDENTIAL;
    }

    /**
     * Returns the number of operations in one round, before the scale of a contender: enough to make the cost of
     * opening connections negligible.
     */
    int operations(int clients) {
        return isByClients() ? Math.max(operations, clients * OPERATIONS_EACH) : operations;
    }

    /** Returns the number of operations that warm a JVM up, so that its compiler has finished. */
    int warmUp() {
        return warmUp;
    }

    boolean isBulk() {
        return this == BULK || this == BULK_TUNNEL || this == BULK_INTERCEPTED;
    }

    String unit() {
        return isBulk() ? "s" : "µs";
    }

    String rateUnit() {
        return isBulk() ? " GiB/s" : "/s";
    }

    /**
     * Returns the sample for {@code operations}.
     *
     * @param allocated bytes allocated by a JVM, else 0
     */
    Sample sample(int operations, Duration used, long allocated, LoadClient.Ran ran) {
        double seconds = ran.time().toNanos() / 1e9;
        if (isBulk()) {
            double gib = operations * NginxOrigin.BIG_MIB / 1024.0;
            return new Sample(used.toNanos() / 1e9 / gib, gib / seconds, allocated / gib, ran.refused(), ran.errors());
        }
        return new Sample(
                used.toNanos() / 1e3 / operations,
                operations / seconds,
                (double) allocated / operations,
                ran.refused(),
                ran.errors());
    }

    /** Returns over how many connections {@code clients} are served: streams of HTTP/2 share them, 100 on each. */
    int connections(int clients) {
        return way == WorkKind.INTERCEPT_H2 || way == WorkKind.GRPC ? Math.ceilDiv(clients, MAX_STREAMS) : clients;
    }

    ConnectionWork work(ContenderAccess door, int clients) {
        return switch (this) {
            case TUNNEL, TUNNEL_WIDE -> ConnectionWork.tunnelled(door, NginxOrigin.SMALL, false);
            case FORWARD, FORWARD_WIDE -> ConnectionWork.forwarded(door, NginxOrigin.SMALL);
            case INTERCEPTED -> ConnectionWork.tunnelled(door, NginxOrigin.SMALL, true);
            case CREDENTIALED -> ConnectionWork.tunnelled(door, NginxOrigin.CREDENTIALED, true);
            case INTERCEPTED_H2 ->
                ConnectionWork.onStreams(door, NginxOrigin.SMALL, Math.ceilDiv(clients, connections(clients)));
            case GRPC_CALL -> grpc(door, clients, OperationKind.GRPC_CALL);
            case GRPC_MESSAGE -> grpc(door, clients, OperationKind.GRPC_MESSAGE);
            case WEBSOCKET_MESSAGE ->
                ConnectionWork.echoed(door, MessageOrigin.WEBSOCKET, 0, OperationKind.WEBSOCKET_MESSAGE);
            case INTERCEPTED_TUNNEL -> ConnectionWork.tunnelled(door, NginxOrigin.ONCE, false);
            case REFUSAL -> ConnectionWork.refused(door);
            case BULK -> ConnectionWork.forwarded(door, NginxOrigin.BIG);
            case BULK_TUNNEL, BULK_INTERCEPTED -> ConnectionWork.tunnelled(door, NginxOrigin.BIG, true);
        };
    }

    private ConnectionWork grpc(ContenderAccess door, int clients, OperationKind kind) {
        int streams = Math.ceilDiv(clients, connections(clients));
        return ConnectionWork.echoed(door, MessageOrigin.SERVICE + "Echo", streams, kind);
    }
}
