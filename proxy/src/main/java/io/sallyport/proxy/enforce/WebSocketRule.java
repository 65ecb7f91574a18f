package io.sallyport.proxy.enforce;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of a WebSocket: read strictly (RFC 6455 section 4.2.1), and judged under {@code ws} or {@code wss},
 * which only grants of these schemes cover.
 */
final class WebSocketRule {
    private static final int KEY_BYTES = 16;

    /** That of RFC 6455 section 4.1. */
    private static final String VERSION = "13";

    private WebSocketRule() {}

    /** Whether the head asks for a WebSocket, well or badly. */
    static boolean isAskedFor(HeaderFields fields) {
        return fields.lists("Upgrade", "websocket");
    }

    /** Whether a head that asks for a WebSocket does so as it must. */
    static Verdict check(RequestHead head) {
        String fault = fault(head);
        if (fault != null) {
            return Verdict.Refuse.hinted(ReasonCode.MALFORMED_REQUEST, fault);
        }
        return VERSION.equals(head.fields().first("Sec-WebSocket-Version"))
                ? Verdict.PASS
                : Verdict.Refuse.hinted(ReasonCode.WEBSOCKET_VERSION, "Sec-WebSocket-Version is " + VERSION);
    }

    private static @Nullable String fault(RequestHead head) {
        HeaderFields fields = head.fields();
        if (!head.method().equals("GET") || head.minorVersion() != 1 || HeadRules.hasBody(head.framing())) {
            return "a WebSocket is opened by a GET of HTTP/1.1 without a body";
        }
        if (fields.count("Upgrade") != 1 || !"websocket".equalsIgnoreCase(fields.first("Upgrade"))) {
            return "Upgrade: websocket stands alone";
        }
        if (!fields.lists("Connection", "upgrade")) {
            return "Connection lists upgrade";
        }
        if (fields.count("Sec-WebSocket-Version") != 1) {
            return "Sec-WebSocket-Version stands once";
        }
        String key = fields.first("Sec-WebSocket-Key");
        return key == null || fields.count("Sec-WebSocket-Key") != 1 || !isKey(key)
                ? "Sec-WebSocket-Key is 16 bytes in Base64"
                : null;
    }

    private static boolean isKey(String key) {
        try {
            byte[] bytes = Base64.getDecoder().decode(key);
            return bytes.length == KEY_BYTES
                    && Base64.getEncoder().encodeToString(bytes).equals(key);
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    /** What a head asks for that may ask for a WebSocket: neither the gateway itself nor an API server serves any. */
    static RequestedTarget of(RequestHead head, RequestedTarget target) {
        if (!isAskedFor(head.fields())) {
            return target;
        }
        return switch (target) {
            case RequestedTarget.Unserved unserved -> unserved;
            case RequestedTarget.Own(CanonicalRequest request) -> unserved(request);
            case RequestedTarget.Outward(CanonicalRequest request) -> {
                Scheme scheme = request.scheme().ofWebSocket();
                yield scheme == null ? unserved(request) : new RequestedTarget.Outward(request.withScheme(scheme));
            }
        };
    }

    private static RequestedTarget unserved(CanonicalRequest request) {
        return new RequestedTarget.Unserved(
                ReasonCode.UPGRADE_REFUSED, "no WebSocket is served under this name", request);
    }
}
