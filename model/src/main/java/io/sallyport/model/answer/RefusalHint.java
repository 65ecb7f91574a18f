package io.sallyport.model.answer;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Hints for refusals: one command or one line that can be pasted, or else one sentence that says what has to change, or
 * that nothing helps. Safe to show to the sandbox.
 */
public final class RefusalHint {
    /** Prints what is granted, to the sandbox itself. */
    private static final String WHOAMI = "curl -s http://sallyport.internal/v1/whoami";

    private static final String RETRY = "nothing to change: try again later";
    private static final String OPERATOR =
            "nothing helps in the sandbox: the operator finds the cause in the audit log";
    private static final String MANIFEST =
            "the manifest of the skill has to declare it; a lease alone grants it to no skill";

    private RefusalHint() {}

    /**
     * Returns the hint for a question that no grant covers: the member of a lease that grants it, or the command that
     * says more if a lease would not help or cannot express it.
     *
     * @param leased whether a lease binds the sandbox
     */
    public static String withoutGrant(Question question, boolean leased) {
        String pattern = pattern(question);
        return leased && isExact(question)
                ? "\"" + question.capability() + "\": [\"" + json(pattern) + "\"]"
                : "sallyport policy why-not " + asked(question);
    }

    private static String pattern(Question question) {
        return question instanceof CanonicalRequest request && request.kind() == RequestKind.CONNECT
                ? request.scheme().word() + "://" + request.authority() + "/**"
                : question.target();
    }

    /** Whether a lease has a pattern that covers just this: none has one for a star, or a tunnel with any content. */
    private static boolean isExact(Question question) {
        boolean isTcp =
                question instanceof CanonicalRequest request && request.scheme().isTcp();
        return !isTcp && question.target().indexOf('*') < 0;
    }

    private static String asked(Question question) {
        return switch (question) {
            case CanonicalRequest request ->
                (request.method() == null ? "CONNECT" : request.method()) + " " + quoted(request.target());
            case CanonicalAction action -> action.capability() + " " + quoted(action.target());
        };
    }

    private static String json(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** Returns the hint that depends on the reason alone. */
    public static String of(ReasonCode reason) {
        return switch (reason) {
            case GRANTED, GATEWAY_OWN -> "nothing was refused";
            case NO_GRANT, POLICY_CHANGED, MODEL_NOT_FOUND -> WHOAMI;
            case POLICY_DENY -> "no grant helps: a deny rule overrides each, and only its author can change it";
            case GUARDRAIL, GUARDRAIL_ERROR -> "no grant helps: only the security team can change guardrails";
            case ASK_DENIED -> "no grant helps: the answer holds for this request";
            case ASK_EXPIRED -> "ask again when somebody is there to answer: sallyport ask";
            case NEEDS_INTERCEPTION -> "intercept: {mode: on}";
            case UNKNOWN_OBLIGATION -> "the rule that attached the obligation has to name one that the gateway knows";
            case LEASE_EXPIRED -> "an expired lease stays expired: the runner has to put another one";
            case LEASE_REVOKED -> "what was removed does not come back: the runner has to put another sandbox";
            case ADDRESS_REFUSED -> "the operator can say under egress.hosts where a name leads that is not public";
            case METADATA_ADDRESS -> "no setting opens a cloud metadata address";
            case SELF_CONNECTION -> "no setting opens the gateway itself: its own names begin with sallyport.internal";
            case PORT_REFUSED, DNS_REFUSED -> "let the gateway resolve names: switch off the client's own resolver";
            case LOCAL_NAME -> "the operator can say under egress.hosts where this name leads";
            case NO_IDENTITY -> "http_proxy has to hold the id and token of the sandbox: http://ID:TOKEN@HOST:PORT";
            case IDENTITY_CONFLICT -> "show the credentials of one sandbox, that of the port or certificate";
            case AUTHORITY_MISMATCH -> "Host has to name the target of the request";
            case METHOD_REFUSED -> "use a method that is served here";
            case SECRET_FOUND -> "take the secret out of the request, or let a provider of the gateway fill it in";
            case SESSION_REFUSED -> "open a session of your own: initialize without Mcp-Session-Id";
            case UPGRADE_REFUSED -> "ask without Upgrade";
            case CREDENTIAL_ENDPOINT_MISMATCH -> "send the placeholder only to the endpoints of its provider";
            case CREDENTIAL_UNRESOLVED -> "put the placeholder where its provider replaces it";
            case FOREIGN_CREDENTIAL -> "send no credentials of your own to this target";
            case SIGNING_REFUSED -> "send the request as an SDK of AWS signs it with the placeholder keys";
            case PHASE_VIOLATION -> "wait for the phase execution, which the runner sets";
            case PATH_NOT_CANONICAL -> "name an absolute path without . and .. segments";
            case PATH_NOT_ALLOWED -> "no grant helps: the path is closed";
            case EMPTY_DOMAIN -> "name a domain";
            case SKILL_NOT_ENABLED -> "the runner can turn the skill on; only known skills can be";
            case SKILL_NOT_NAMED -> "name the skill in skill_id";
            case FS_NOT_DECLARED,
                    NET_NOT_DECLARED,
                    DOMAIN_NOT_ALLOWED,
                    SCHEME_NOT_ALLOWED,
                    PORT_NOT_ALLOWED,
                    METHOD_NOT_ALLOWED,
                    READ_NOT_ALLOWED,
                    WRITE_NOT_ALLOWED,
                    CAPABILITY_NOT_DECLARED,
                    TARGET_NOT_ALLOWED -> MANIFEST;
            case ROLE_REFUSED -> "use a token of a role that may make this call";
            case PROTOCOL_MISMATCH ->
                "a tunnel for anything but TLS and HTTP/1.1 needs a grant of tcp, which may name what is spoken";
            case SNI_MISMATCH -> "the server name in the TLS hello has to be the host of the CONNECT";
            case SNI_MISSING -> "the operator can except the host under intercept.allow_missing_sni";
            case ECH_REFUSED ->
                "such a hello is answered where tunnels can be opened (intercept.mode: on); else the operator can except"
                        + " the host under intercept.allow_ech";
            case ALPN_REFUSED -> "offer http/1.1 or h2 by ALPN, or none";
            case LOOP_DETECTED -> "the target leads back to this gateway: name another one";
            case MALFORMED_REQUEST, TLS_MALFORMED -> "the client has to be changed: what it sent has no one meaning";
            case NOT_CANONICAL -> "write the URL in one plain form, without user, backslash, %2F or numbers as hosts";
            case UNREADABLE -> "send the query or body in a form that the policy can read";
            case UNSUPPORTED_SCHEME -> "ask for http or https";
            case COMMAND_NOT_FOUND -> "name a command that the manifest of the skill declares";
            case MODULE_NOT_FOUND -> "the folder of the skill has to hold the module";
            case BODY_TOO_LARGE, MESSAGE_TOO_LARGE -> "send less at once, or have the operator raise the limit";
            case WEBSOCKET_VERSION -> "Sec-WebSocket-Version: 13";
            case URI_TOO_LONG, HEAD_TOO_LARGE ->
                "send a shorter head, or have the operator raise limits.max_head_bytes";
            case UNSUPPORTED_VERSION -> "speak HTTP/1.1";
            case INTEGRITY_FAILED -> "pin the hash of what the URL has now, once somebody has looked at it";
            case CONTENT_REFUSED -> "take links and what the scan names out of the content";
            case DOCUMENT_REFUSED -> "correct what the diagnostics name";
            case STATE_CONFLICT -> "read the state again, then repeat the call with its ETag";
            case HEAD_TIMEOUT, IDLE_TIMEOUT -> "send without pauses";
            case TOO_MANY_CONNECTIONS -> "close connections that are open, then try again";
            case TOO_MUCH_BUFFERED ->
                "read or close answers that are open, then try again; the bound is limits.buffered_bytes_per_sandbox";
            case TOO_MANY_NEW_NAMES -> "wait a minute before asking for further host names";
            case RATE_LIMITED -> "wait for as long as Retry-After says";
            case RUN_LIMIT_REACHED -> "nothing helps in this run: the next one counts anew";
            case BUDGET_EXHAUSTED -> "nothing helps in the sandbox: the runner has to grant a larger budget";
            case CREDENTIAL_UNAVAILABLE, STATE_UNAVAILABLE, AUDIT_UNAVAILABLE, NO_POLICY, INTERNAL_ERROR -> OPERATOR;
            case API_SERVER_DOWN -> "the API server stays down in this run: begin another one";
            case DNS_FAILED -> "check the spelling of the host name";
            case CONNECT_FAILED, CONNECT_TIMEOUT, UPSTREAM_CLOSED, UPSTREAM_MALFORMED, UPSTREAM_PROXY_FAILED -> RETRY;
            case UPSTREAM_TLS_REFUSED -> "the operator can trust a private CA under egress.trust";
            case CREDENTIAL_IN_ANSWER -> "ask for an answer that does not repeat the credential";
            case UPSTREAM_REFUSED, UPSTREAM_PROXY_REFUSED, POLICY_ERROR -> OPERATOR;
            case NOT_CACHED -> "fetch it once while fetching is open";
            case CLIENT_TLS_FAILED ->
                "the gateway looks into this tunnel: most likely the client does not trust the sandbox's CA"
                        + " (http://sallyport.internal/ca.pem)";
            case CLIENT_CLOSED -> "the client left: nothing was decided";
            case BUFFERS_FULL -> "try again; the bound is limits.buffered_bytes";
            case SHUTTING_DOWN -> RETRY;
        };
    }
}
