package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Refusal;
import io.sallyport.proxy.listener.RequestHead;
import java.nio.charset.StandardCharsets;

/**
 * How a client is told what becomes of what it asked: the same answer of the same request path, in the words of the
 * protocol that it speaks, at the place where it is (RFC 9110; RFC 1928 sections 3 and 6, RFC 1929).
 */
public enum ReplyForm {
    HTTP,
    /** To a call of gRPC. */
    GRPC,
    /** To a SOCKS5 greeting: none of the offered methods. */
    SOCKS5_GREETING,
    /** To a user name and password. */
    SOCKS5_CREDENTIALS,
    /** To a SOCKS5 request. */
    SOCKS5_REQUEST,
    /** To a SOCKS4 request, which is never served. */
    SOCKS4,
    /** To a TLS hello that was meant for the target: the alert access_denied (RFC 8446 section 6.2). */
    TLS_HELLO,
    /** To bytes that were meant for the target, in a protocol in which nothing can be said: the connection ends. */
    NOTHING;

    private static final ByteBuf ESTABLISHED =
            constant("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

    private static final String GRPC_TYPE = "application/grpc";
    private static final int SUCCEEDED = 0;
    private static final int GENERAL_FAILURE = 1;
    private static final int NOT_ALLOWED = 2;
    private static final int HOST_UNREACHABLE = 4;
    private static final int CONNECTION_REFUSED = 5;
    private static final int COMMAND_NOT_SUPPORTED = 7;
    private static final int ADDRESS_TYPE_NOT_SUPPORTED = 8;
    private static final ByteBuf SOCKS5_SUCCEEDED = constant(request(SUCCEEDED));

    /** Of a request on a stream of HTTP/2. */
    public static ReplyForm ofStream(RequestHead head) {
        String type = head.fields().first("Content-Type");
        boolean grpc = type != null
                && type.startsWith(GRPC_TYPE)
                && (type.length() == GRPC_TYPE.length() || "+;".indexOf(type.charAt(GRPC_TYPE.length())) >= 0);
        return grpc ? GRPC : HTTP;
    }

    /** The word that the tunnel begins now; no more than once for each connection, and empty where nobody awaits it. */
    public ByteBuf established() {
        return switch (this) {
            case HTTP -> ESTABLISHED.duplicate();
            case SOCKS5_REQUEST -> SOCKS5_SUCCEEDED.duplicate();
            case TLS_HELLO, NOTHING -> Unpooled.EMPTY_BUFFER;
            case GRPC, SOCKS5_GREETING, SOCKS5_CREDENTIALS, SOCKS4 ->
                throw new IllegalStateException("nothing was asked for");
        };
    }

    /**
     * A refusal. What SOCKS has no words for is found at {@code /v1/denials}.
     *
     * @param bare the request was a HEAD: no body
     * @param close the connection ends after it
     * @param retryAfterSeconds said where above zero
     */
    public ByteBuf refusal(
            ByteBufAllocator alloc, Refusal refusal, boolean bare, boolean close, int retryAfterSeconds) {
        return switch (this) {
            case HTTP -> AnswerWriter.refusal(alloc, refusal, bare, close, retryAfterSeconds);
            case GRPC -> GrpcStatus.refusal(alloc, refusal, retryAfterSeconds);
            case SOCKS5_GREETING -> Unpooled.wrappedBuffer(new byte[] {5, (byte) 0xff});
            case SOCKS5_CREDENTIALS -> Unpooled.wrappedBuffer(new byte[] {1, 1});
            case SOCKS5_REQUEST -> Unpooled.wrappedBuffer(request(code(refusal.reason())));
            case SOCKS4 -> Unpooled.wrappedBuffer(new byte[] {0, 91, 0, 0, 0, 0, 0, 0});
            case TLS_HELLO -> Unpooled.wrappedBuffer(new byte[] {21, 3, 3, 0, 2, 2, 49});
            case NOTHING -> Unpooled.EMPTY_BUFFER;
        };
    }

    private static int code(ReasonCode reason) {
        return switch (reason) {
            case METHOD_REFUSED -> COMMAND_NOT_SUPPORTED;
            case UNSUPPORTED_SCHEME -> ADDRESS_TYPE_NOT_SUPPORTED;
            case DNS_FAILED, CONNECT_TIMEOUT -> HOST_UNREACHABLE;
            case CONNECT_FAILED -> CONNECTION_REFUSED;
            default ->
                switch (reason.verdict()) {
                    case DENY, LIMIT -> NOT_ALLOWED;
                    case REJECT, FAIL, ALLOW -> GENERAL_FAILURE;
                };
        };
    }

    /** The address of our side of the connection to the target is not the client's to know. */
    private static byte[] request(int code) {
        return new byte[] {5, (byte) code, 0, 1, 0, 0, 0, 0, 0, 0};
    }

    private static ByteBuf constant(byte[] bytes) {
        return Unpooled.unreleasableBuffer(
                Unpooled.directBuffer(bytes.length).writeBytes(bytes).asReadOnly());
    }
}
