package io.sallyport.proxy.relay.websocket;

import io.sallyport.model.ReasonCode;

/** The codes with which the gateway ends a WebSocket (RFC 6455 section 7.4), and which codes others may send. */
public enum CloseCode {
    GOING_AWAY(1001),
    PROTOCOL_ERROR(1002),
    INVALID_DATA(1007),
    POLICY_VIOLATION(1008),
    MESSAGE_TOO_BIG(1009),
    INTERNAL_ERROR(1011),
    TRY_AGAIN_LATER(1013),
    BAD_GATEWAY(1014);

    private static final int FIRST_OF_APPLICATIONS = 3000;
    private static final int LAST = 4999;

    private final int number;

    CloseCode(int number) {
        this.number = number;
    }

    /** Returns the number on the wire. */
    public int number() {
        return number;
    }

    /** Whether a close frame may carry that code: those that only describe a broken connection never do. */
    static boolean mayBeSent(int code) {
        boolean registered = code >= 1000 && code <= 1014 && (code < 1004 || code > 1006);
        return registered || (code >= FIRST_OF_APPLICATIONS && code <= LAST);
    }

    /** Returns the code for a WebSocket that was let through and ends for {@code reason}. */
    public static CloseCode of(ReasonCode reason) {
        return switch (reason) {
            case SHUTTING_DOWN, IDLE_TIMEOUT, CLIENT_CLOSED -> GOING_AWAY;
            case MALFORMED_REQUEST, UPSTREAM_MALFORMED -> PROTOCOL_ERROR;
            case MESSAGE_TOO_LARGE -> MESSAGE_TOO_BIG;
            case RATE_LIMITED -> TRY_AGAIN_LATER;
            case UPSTREAM_CLOSED -> BAD_GATEWAY;
            case CREDENTIAL_IN_ANSWER -> POLICY_VIOLATION;
            default ->
                switch (reason.verdict()) {
                    case FAIL -> INTERNAL_ERROR;
                    case ALLOW, DENY, REJECT, LIMIT -> POLICY_VIOLATION;
                };
        };
    }
}
