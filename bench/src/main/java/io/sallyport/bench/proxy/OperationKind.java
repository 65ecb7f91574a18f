package io.sallyport.bench.proxy;

/** What one operation of a {@link ConnectionWork} is. */
enum OperationKind {
    /** A request and its answer. */
    REQUEST,
    /** A call of gRPC with one message each way, on a stream of its own. */
    GRPC_CALL,
    /** A message each way on a stream of gRPC that lasts. */
    GRPC_MESSAGE,
    /** A message each way on a WebSocket that lasts. */
    WEBSOCKET_MESSAGE;

    /** The number of bytes of one message, without any framing. */
    static final int MESSAGE_BYTES = 100;
}
