package io.sallyport.model.answer;

import io.sallyport.model.ReasonCode;

/** Maps reasons to the error types of RFC 9209 section 2.3. */
final class ProxyError {
    private ProxyError() {}

    static String of(ReasonCode reason) {
        return switch (reason) {
            case DNS_FAILED -> "dns_error";
            case CONNECT_FAILED, UPSTREAM_REFUSED, NOT_CACHED, API_SERVER_DOWN -> "destination_unavailable";
            case UPSTREAM_PROXY_REFUSED, UPSTREAM_PROXY_FAILED -> "connection_refused";
            case CONNECT_TIMEOUT -> "connection_timeout";
            case UPSTREAM_TLS_REFUSED -> "tls_certificate_error";
            case UPSTREAM_MALFORMED, CREDENTIAL_IN_ANSWER -> "http_protocol_error";
            case UPSTREAM_CLOSED -> "connection_terminated";
            case ADDRESS_REFUSED, METADATA_ADDRESS, SELF_CONNECTION, PORT_REFUSED -> "destination_ip_prohibited";
            case LOOP_DETECTED -> "proxy_loop_detected";
            case TOO_MANY_CONNECTIONS, TOO_MUCH_BUFFERED, TOO_MANY_NEW_NAMES, RATE_LIMITED, RUN_LIMIT_REACHED ->
                "connection_limit_reached";
            case NO_POLICY,
                    POLICY_ERROR,
                    AUDIT_UNAVAILABLE,
                    BUFFERS_FULL,
                    STATE_UNAVAILABLE,
                    CREDENTIAL_UNAVAILABLE,
                    SHUTTING_DOWN,
                    INTERNAL_ERROR -> "proxy_internal_error";
            case GRANTED,
                    GATEWAY_OWN,
                    NO_GRANT,
                    GUARDRAIL,
                    POLICY_DENY,
                    GUARDRAIL_ERROR,
                    ASK_DENIED,
                    ASK_EXPIRED,
                    NEEDS_INTERCEPTION,
                    UNKNOWN_OBLIGATION,
                    LEASE_EXPIRED,
                    LEASE_REVOKED,
                    POLICY_CHANGED,
                    LOCAL_NAME,
                    NO_IDENTITY,
                    IDENTITY_CONFLICT,
                    AUTHORITY_MISMATCH,
                    METHOD_REFUSED,
                    DNS_REFUSED,
                    SECRET_FOUND,
                    SESSION_REFUSED,
                    CREDENTIAL_ENDPOINT_MISMATCH,
                    CREDENTIAL_UNRESOLVED,
                    FOREIGN_CREDENTIAL,
                    SIGNING_REFUSED,
                    UPGRADE_REFUSED,
                    PHASE_VIOLATION,
                    PATH_NOT_CANONICAL,
                    PATH_NOT_ALLOWED,
                    FS_NOT_DECLARED,
                    EMPTY_DOMAIN,
                    SKILL_NOT_ENABLED,
                    SKILL_NOT_NAMED,
                    NET_NOT_DECLARED,
                    DOMAIN_NOT_ALLOWED,
                    SCHEME_NOT_ALLOWED,
                    PORT_NOT_ALLOWED,
                    METHOD_NOT_ALLOWED,
                    READ_NOT_ALLOWED,
                    WRITE_NOT_ALLOWED,
                    CAPABILITY_NOT_DECLARED,
                    TARGET_NOT_ALLOWED,
                    ROLE_REFUSED,
                    INTEGRITY_FAILED,
                    CONTENT_REFUSED,
                    PROTOCOL_MISMATCH,
                    SNI_MISMATCH,
                    SNI_MISSING,
                    ECH_REFUSED,
                    ALPN_REFUSED,
                    BUDGET_EXHAUSTED -> "http_request_denied";
            case MALFORMED_REQUEST,
                    NOT_CANONICAL,
                    UNREADABLE,
                    UNSUPPORTED_SCHEME,
                    URI_TOO_LONG,
                    BODY_TOO_LARGE,
                    MESSAGE_TOO_LARGE,
                    WEBSOCKET_VERSION,
                    HEAD_TOO_LARGE,
                    UNSUPPORTED_VERSION,
                    DOCUMENT_REFUSED,
                    COMMAND_NOT_FOUND,
                    MODULE_NOT_FOUND,
                    MODEL_NOT_FOUND,
                    STATE_CONFLICT,
                    HEAD_TIMEOUT,
                    IDLE_TIMEOUT,
                    TLS_MALFORMED,
                    CLIENT_TLS_FAILED,
                    CLIENT_CLOSED -> "http_request_error";
        };
    }
}
