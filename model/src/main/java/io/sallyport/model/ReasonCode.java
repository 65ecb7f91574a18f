package io.sallyport.model;

import static io.sallyport.model.ReasonCode.AuditVerdict.ALLOW;
import static io.sallyport.model.ReasonCode.AuditVerdict.DENY;
import static io.sallyport.model.ReasonCode.AuditVerdict.FAIL;
import static io.sallyport.model.ReasonCode.AuditVerdict.LIMIT;
import static io.sallyport.model.ReasonCode.AuditVerdict.REJECT;

import java.util.Locale;

/**
 * Why a request ended as it did. {@link #word} is stable: it appears in the audit log, in the refusal's JSON, in {@code
 * Proxy-Status} and in the reason phrase.
 *
 * <p>{@link #code} is the error code of the specs, {@link #status} the HTTP status of the refusal (0 if the request was
 * allowed, or if no answer is possible any more).
 */
public enum ReasonCode {
    GRANTED(ALLOW, "OK", 0, false, "granted"),
    /** Answered by the gateway itself, under {@code sallyport.internal}. */
    GATEWAY_OWN(ALLOW, "OK", 0, false, "answered by the gateway itself"),

    NO_GRANT(DENY, "PERMISSION_DENIED", 403, false, "no grant of this sandbox covers the request"),
    /** A deny rule of a network policy or a profile. */
    POLICY_DENY(DENY, "PERMISSION_DENIED", 403, false, "a deny rule of the policy covers the request"),
    GUARDRAIL(DENY, "PERMISSION_DENIED", 403, false, "a guardrail denies the request"),
    GUARDRAIL_ERROR(DENY, "PERMISSION_DENIED", 403, false, "a guardrail could not be evaluated, so it denies"),
    /** See {@link io.sallyport.model.Decision.Deny#ifApproved}. */
    ASK_DENIED(DENY, "PERMISSION_DENIED", 403, false, "a person was asked, and refused the request"),
    ASK_EXPIRED(DENY, "PERMISSION_DENIED", 403, true, "a person was asked, and did not answer in time"),
    NEEDS_INTERCEPTION(
            DENY,
            "PERMISSION_DENIED",
            403,
            false,
            "the policy looks inside this tunnel, and interception is not available"),
    UNKNOWN_OBLIGATION(DENY, "PERMISSION_DENIED", 403, false, "the policy attached an obligation that is not known"),
    LEASE_EXPIRED(DENY, "LEASE_EXPIRED", 407, false, "the lease has expired"),
    LEASE_REVOKED(DENY, "PERMISSION_DENIED", 403, false, "the sandbox or its lease was taken away"),
    POLICY_CHANGED(DENY, "PERMISSION_DENIED", 403, false, "the policy changed and no longer allows this"),
    ADDRESS_REFUSED(DENY, "PERMISSION_DENIED", 403, false, "the target resolves to an address that is not public"),
    METADATA_ADDRESS(DENY, "PERMISSION_DENIED", 403, false, "the target is a cloud metadata address"),
    SELF_CONNECTION(DENY, "PERMISSION_DENIED", 403, false, "the target is the gateway itself"),
    PORT_REFUSED(
            DENY,
            "PERMISSION_DENIED",
            403,
            false,
            "the port is for asking name servers, which the gateway does itself"),
    LOCAL_NAME(DENY, "PERMISSION_DENIED", 403, false, "the name has a local meaning and is not configured here"),
    NO_IDENTITY(DENY, "UNAUTHENTICATED", 407, false, "no sandbox is known for this request"),
    IDENTITY_CONFLICT(DENY, "UNAUTHENTICATED", 407, false, "the evidence names two sandboxes, or no one exactly"),
    AUTHORITY_MISMATCH(DENY, "PERMISSION_DENIED", 421, false, "Host differs from the target of the request"),
    METHOD_REFUSED(DENY, "PERMISSION_DENIED", 403, false, "the method is not served here"),
    DNS_REFUSED(DENY, "PERMISSION_DENIED", 403, false, "names are resolved by the gateway alone, not over HTTPS"),
    /** The operator's setting refuses what looks like a secret, whatever policy says. */
    SECRET_FOUND(DENY, "PERMISSION_DENIED", 403, false, "the request holds what looks like a secret"),
    SESSION_REFUSED(DENY, "PERMISSION_DENIED", 403, false, "the session was opened for another sandbox"),
    UPGRADE_REFUSED(DENY, "PERMISSION_DENIED", 403, false, "the protocol upgrade is not served here"),
    /** A credential's placeholder in a request to an endpoint that the credential is not bound to. */
    CREDENTIAL_ENDPOINT_MISMATCH(
            DENY, "PERMISSION_DENIED", 403, false, "a credential's placeholder is bound to another endpoint"),
    CREDENTIAL_UNRESOLVED(
            DENY,
            "PERMISSION_DENIED",
            403,
            false,
            "a credential's placeholder stands where nothing can take its place"),
    /** A credential of the sandbox's own in a request to a target that has one of the gateway's. */
    FOREIGN_CREDENTIAL(
            DENY,
            "PERMISSION_DENIED",
            403,
            false,
            "the request has a credential of its own where the gateway has one for the target"),
    /** For targets whose requests the gateway signs. */
    SIGNING_REFUSED(DENY, "PERMISSION_DENIED", 403, false, "the request cannot be signed anew for its target"),
    /** Refused because it has effects and the sandbox is in the phase {@code planning}. */
    PHASE_VIOLATION(DENY, "PHASE_VIOLATION", 403, false, "the sandbox is planning, and this has effects"),
    /** A denial rather than a rejection, because no policy could grant such a path. */
    PATH_NOT_CANONICAL(DENY, "PERMISSION_DENIED", 403, false, "the path is not absolute and canonical"),
    /** Closed regardless of grants. */
    PATH_NOT_ALLOWED(DENY, "PERMISSION_DENIED", 403, false, "the path is closed to every sandbox or to this skill"),
    EMPTY_DOMAIN(DENY, "PERMISSION_DENIED", 403, false, "no domain is named"),
    FS_NOT_DECLARED(DENY, "PERMISSION_DENIED", 403, false, "no document declares this use of files"),
    /** The following reasons concern skills. */
    SKILL_NOT_ENABLED(DENY, "SKILL_NOT_ENABLED", 403, false, "the skill is not enabled here"),
    SKILL_NOT_NAMED(DENY, "SKILL_NOT_ENABLED", 403, false, "no skill is named, and one has to be here"),
    NET_NOT_DECLARED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares no use of the network"),
    DOMAIN_NOT_ALLOWED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares other domains"),
    SCHEME_NOT_ALLOWED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares other schemes for this domain"),
    PORT_NOT_ALLOWED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares other ports of this domain"),
    METHOD_NOT_ALLOWED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares other methods for this domain"),
    READ_NOT_ALLOWED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares no reading of files"),
    WRITE_NOT_ALLOWED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares no writing of files"),
    CAPABILITY_NOT_DECLARED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares nothing of this kind"),
    TARGET_NOT_ALLOWED(DENY, "PERMISSION_DENIED", 403, false, "the skill declares others of this kind"),
    /** Only for calls of the control API. */
    ROLE_REFUSED(DENY, "PERMISSION_DENIED", 403, false, "the role of the token does not allow this call"),
    /** The content of a tunnel differs from the grant; appears in the record of the tunnel's end. */
    PROTOCOL_MISMATCH(DENY, "PERMISSION_DENIED", 403, false, "the tunnel carries what its grant does not name"),
    SNI_MISMATCH(DENY, "PERMISSION_DENIED", 421, false, "the TLS server name differs from the CONNECT host"),
    SNI_MISSING(DENY, "PERMISSION_DENIED", 421, false, "the TLS hello names no server"),
    ECH_REFUSED(DENY, "PERMISSION_DENIED", 421, false, "the TLS hello hides its server name (ECH)"),
    ALPN_REFUSED(DENY, "PERMISSION_DENIED", 421, false, "the TLS hello offers no HTTP (ALPN)"),
    LOOP_DETECTED(REJECT, "INVALID_REQUEST", 508, false, "the request has passed this gateway before"),

    MALFORMED_REQUEST(REJECT, "INVALID_REQUEST", 400, false, "the request is malformed"),
    NOT_CANONICAL(REJECT, "INVALID_REQUEST", 400, false, "the target has no canonical form"),
    UNREADABLE(REJECT, "INVALID_REQUEST", 400, false, "the policy reads a part of the request that cannot be read"),
    UNSUPPORTED_SCHEME(REJECT, "INVALID_REQUEST", 400, false, "the scheme is not served here"),
    TLS_MALFORMED(REJECT, "INVALID_REQUEST", 400, false, "the TLS hello cannot be read"),
    COMMAND_NOT_FOUND(REJECT, "COMMAND_NOT_FOUND", 400, false, "the skill declares no command of that name"),
    MODULE_NOT_FOUND(REJECT, "MODULE_NOT_FOUND", 404, false, "the module of the command is missing"),
    MODEL_NOT_FOUND(REJECT, "INVALID_REQUEST", 404, false, "no backend serves this model to the sandbox"),
    /** For calls of an API server. */
    BODY_TOO_LARGE(REJECT, "INVALID_REQUEST", 413, false, "the body is larger than it may be"),
    /** For WebSocket. */
    WEBSOCKET_VERSION(REJECT, "INVALID_REQUEST", 426, false, "the version of WebSocket is not served here"),
    /** For WebSocket. */
    MESSAGE_TOO_LARGE(REJECT, "INVALID_REQUEST", 413, false, "a message is larger than limits allow"),
    URI_TOO_LONG(REJECT, "INVALID_REQUEST", 414, false, "the request target is too long"),
    HEAD_TOO_LARGE(REJECT, "INVALID_REQUEST", 431, false, "the request head is too large"),
    UNSUPPORTED_VERSION(REJECT, "INVALID_REQUEST", 505, false, "the HTTP version is not served here"),
    /** The fetched content does not match the pin of its URL. */
    INTEGRITY_FAILED(REJECT, "INVALID_REQUEST", 422, false, "what came differs from its hash"),
    /** The fetched content contains something that no sandbox may get: links, or what a scan blocks. */
    CONTENT_REFUSED(REJECT, "INVALID_REQUEST", 422, false, "what came is refused for what it holds"),
    /** Only for calls of the control API: nothing was changed. */
    DOCUMENT_REFUSED(REJECT, "INVALID_REQUEST", 422, false, "a document was refused"),
    /** Only for calls of the control API: nothing was changed. */
    STATE_CONFLICT(REJECT, "INVALID_REQUEST", 409, false, "the state is not what the call takes it to be"),

    HEAD_TIMEOUT(LIMIT, "TIMEOUT", 408, true, "the request head did not arrive in time"),
    IDLE_TIMEOUT(LIMIT, "TIMEOUT", 408, true, "nothing moved for too long"),
    TOO_MANY_CONNECTIONS(LIMIT, "RATE_LIMITED", 429, true, "the sandbox has too many connections open"),
    /** The sandbox does not read what it receives, or its targets do not read what it sends. */
    TOO_MUCH_BUFFERED(LIMIT, "RATE_LIMITED", 429, true, "the sandbox leaves too many bytes unread"),
    TOO_MANY_NEW_NAMES(LIMIT, "RATE_LIMITED", 429, true, "the sandbox asks for too many new host names"),
    RATE_LIMITED(LIMIT, "RATE_LIMITED", 429, true, "the rate is used up"),
    /** For a skill: the limit does not recover before the next run. */
    RUN_LIMIT_REACHED(LIMIT, "RATE_LIMITED", 429, false, "the skill's calls of this run are used up"),
    BUDGET_EXHAUSTED(LIMIT, "BUDGET_EXHAUSTED", 402, false, "the budget is used up"),

    /** Its source gives no value, and the last one has ended. */
    CREDENTIAL_UNAVAILABLE(FAIL, "INTERNAL_ERROR", 503, true, "a credential for the target cannot be had"),
    /** For calls of an API server: the server has ended, and its run with it. */
    API_SERVER_DOWN(FAIL, "INTERNAL_ERROR", 502, false, "the API server does not run any more"),
    DNS_FAILED(FAIL, "INTERNAL_ERROR", 502, true, "the name could not be resolved"),
    CONNECT_FAILED(FAIL, "INTERNAL_ERROR", 502, true, "the target could not be reached"),
    CONNECT_TIMEOUT(FAIL, "TIMEOUT", 504, true, "the target did not answer in time"),
    UPSTREAM_TLS_REFUSED(FAIL, "INTERNAL_ERROR", 502, false, "the target's certificate or TLS version is not accepted"),
    UPSTREAM_MALFORMED(FAIL, "INTERNAL_ERROR", 502, true, "the target's answer is malformed"),
    /** Found in an answer of the target, and {@code in_answers: refuse} is set for it. */
    CREDENTIAL_IN_ANSWER(
            FAIL, "INTERNAL_ERROR", 502, false, "the target's answer has a credential of the gateway in it"),
    UPSTREAM_REFUSED(FAIL, "INTERNAL_ERROR", 502, true, "the target refused what the gateway asked"),
    /** The proxy of {@code egress.upstream_proxy} answered, and opened no tunnel. */
    UPSTREAM_PROXY_REFUSED(FAIL, "INTERNAL_ERROR", 502, false, "the upstream proxy refused the connection"),
    /** The proxy of {@code egress.upstream_proxy} was not reached, or gave no answer that can be read. */
    UPSTREAM_PROXY_FAILED(FAIL, "INTERNAL_ERROR", 502, true, "the upstream proxy failed"),
    NOT_CACHED(FAIL, "INTERNAL_ERROR", 503, true, "it is not kept here, and nothing is fetched now"),
    UPSTREAM_CLOSED(FAIL, "INTERNAL_ERROR", 502, true, "the target closed the connection early"),
    /**
     * The TLS handshake with the sandbox's client failed, usually because the client does not trust the sandbox's CA.
     */
    CLIENT_TLS_FAILED(FAIL, "CANCELLED", 0, false, "the client ended the TLS handshake"),
    CLIENT_CLOSED(FAIL, "CANCELLED", 0, false, "the client closed the connection early"),
    NO_POLICY(FAIL, "INTERNAL_ERROR", 503, true, "no policy is in force for this sandbox"),
    POLICY_ERROR(FAIL, "INTERNAL_ERROR", 503, false, "the policy could not be evaluated"),
    AUDIT_UNAVAILABLE(FAIL, "INTERNAL_ERROR", 503, true, "the audit log cannot be written"),
    BUFFERS_FULL(FAIL, "INTERNAL_ERROR", 503, true, "the gateway holds as many unread bytes as it may"),
    STATE_UNAVAILABLE(FAIL, "INTERNAL_ERROR", 503, true, "what the sandbox spends cannot be written"),
    SHUTTING_DOWN(FAIL, "INTERNAL_ERROR", 503, true, "the gateway is shutting down"),
    INTERNAL_ERROR(FAIL, "INTERNAL_ERROR", 503, true, "the gateway failed");

    private final AuditVerdict verdict;
    private final String code;
    private final int status;
    private final boolean retryable;
    private final String message;
    private final String word = name().toLowerCase(Locale.ROOT);

    ReasonCode(AuditVerdict verdict, String code, int status, boolean retryable, String message) {
        this.verdict = verdict;
        this.code = code;
        this.status = status;
        this.retryable = retryable;
        this.message = message;
    }

    public String word() {
        return word;
    }

    public AuditVerdict verdict() {
        return verdict;
    }

    public String code() {
        return code;
    }

    public int status() {
        return status;
    }

    public boolean retryable() {
        return retryable;
    }

    /** Returns one sentence, safe to show to the sandbox. */
    public String message() {
        return message;
    }

    /**
     * Returns whether this reason, at the end of something that was let through, is reported as a refusal. An end by
     * the other side or by time is not one; neither is the removal of the sandbox, since no one is left to inform.
     */
    public boolean refusesAtTheEnd() {
        return switch (verdict) {
            case ALLOW -> false;
            case DENY -> this != LEASE_REVOKED;
            case REJECT -> true;
            case LIMIT -> this != HEAD_TIMEOUT && this != IDLE_TIMEOUT;
            case FAIL -> this == CLIENT_TLS_FAILED;
        };
    }

    /**
     * How a request ended: the five words of the audit field {@code verdict}. The result of a single check is a {@link
     * Verdict}.
     */
    public enum AuditVerdict {
        /** Judged and let through. */
        ALLOW("allow"),
        /** Judged and refused. */
        DENY("deny"),
        /** Malformed or not canonical: refused before policy. */
        REJECT("reject"),
        /** A limit was reached. */
        LIMIT("limit"),
        /** A fault of the target or of the gateway. */
        FAIL("fail");

        private final String word;

        AuditVerdict(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
