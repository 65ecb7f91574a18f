package io.sallyport.proxy.relay.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.Refusal;
import java.nio.charset.StandardCharsets;

/**
 * A refusal as a gRPC status: an answer of trailers alone, whose {@code grpc-message} says what the JSON of other doors
 * says (gRPC over HTTP/2, "Responses"). A used-up budget is no status that clients try again by themselves.
 */
final class GrpcStatus {
    private static final int INVALID_ARGUMENT = 3;
    private static final int PERMISSION_DENIED = 7;
    private static final int RESOURCE_EXHAUSTED = 8;
    private static final int FAILED_PRECONDITION = 9;
    private static final int INTERNAL = 13;
    private static final int UNAVAILABLE = 14;
    private static final int UNAUTHENTICATED = 16;
    private static final int HEAD_BYTES = 512;

    private GrpcStatus() {}

    static ByteBuf refusal(ByteBufAllocator alloc, Refusal refusal, int retryAfterSeconds) {
        ByteBuf out = alloc.buffer(HEAD_BYTES);
        ByteBufUtil.writeAscii(out, "HTTP/1.1 200 OK\r\nContent-Type: application/grpc\r\nContent-Length: 0\r\n");
        FieldFilter.write(out, "Proxy-Status", refusal.proxyStatus());
        if (retryAfterSeconds > 0) {
            FieldFilter.write(out, "grpc-retry-pushback-ms", Long.toString(1000L * retryAfterSeconds));
        }
        FieldFilter.write(out, "grpc-status", Integer.toString(code(refusal.reason())));
        FieldFilter.write(out, "grpc-message", encoded(refusal.sentence()));
        ByteBufUtil.writeAscii(out, "\r\n");
        return out;
    }

    private static int code(ReasonCode reason) {
        return switch (reason) {
            case NO_IDENTITY, IDENTITY_CONFLICT -> UNAUTHENTICATED;
            case BUDGET_EXHAUSTED -> FAILED_PRECONDITION;
            default ->
                switch (reason.verdict()) {
                    case ALLOW, DENY -> PERMISSION_DENIED;
                    case REJECT -> INVALID_ARGUMENT;
                    case LIMIT -> RESOURCE_EXHAUSTED;
                    case FAIL -> reason.retryable() ? UNAVAILABLE : INTERNAL;
                };
        };
    }

    /** Percent-encodes what is no printable ASCII. */
    private static String encoded(String text) {
        var out = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b >= ' ' && b < 0x7f && b != '%') {
                out.append((char) b);
            } else {
                out.append(String.format("%%%02X", b & 0xff));
            }
        }
        return out.toString();
    }
}
