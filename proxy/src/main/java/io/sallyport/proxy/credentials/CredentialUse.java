package io.sallyport.proxy.credentials;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a credential is put into requests that it is granted for.
 *
 * @param injections what each such request gets, with or without a placeholder; empty where placeholders alone are
 *     replaced
 * @param own what becomes of what the sandbox says where something is injected
 * @param requires whether a credential of the sandbox's own, anywhere else in the head, is refused
 * @param inBodies what becomes of a body that has a placeholder
 * @param inAnswers what becomes of an answer in which it comes back
 * @param signing how each such request is signed, by a credential that is no text but a {@link
 *     CredentialValue.SigningKeys}; null for all others
 */
public record CredentialUse(
        List<Injection> injections,
        OwnValue own,
        boolean requires,
        InBodies inBodies,
        InAnswers inAnswers,
        @Nullable SigV4Rule signing) {
    /** Placeholders are replaced, and nothing else is done. */
    public static final CredentialUse PLACEHOLDERS =
            new CredentialUse(List.of(), OwnValue.REMOVE, false, InBodies.REFUSE, InAnswers.REDACT, null);

    public CredentialUse {
        injections = List.copyOf(injections);
    }

    /** What the sandbox says itself in a field, or a member of the query, that the gateway writes. */
    public enum OwnValue {
        /** It is left out, and ours stands there. */
        REMOVE,
        /** The request is refused. */
        REFUSE
    }

    /** What becomes of an answer that has the credential in it. */
    public enum InAnswers {
        /** Stars take its place. */
        REDACT,
        /** It is not sent on, or ends where the credential begins. */
        REFUSE
    }

    /** What becomes of a placeholder in the body of a request. */
    public enum InBodies {
        /** The request is refused, or cut where it has begun. */
        REFUSE,
        /** It is sent as it is, if all credentials of the sandbox say so: it is worth nothing but here. */
        PASS,
        /** The value takes its place, where JSON, a form or a text message of a WebSocket has one for values. */
        FILL
    }
}
