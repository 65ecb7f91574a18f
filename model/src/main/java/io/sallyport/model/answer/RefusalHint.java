package io.sallyport.model.answer;

import io.sallyport.model.ReasonCode;
import org.jspecify.annotations.Nullable;

/** Hints for refusals that depend on the reason alone; one sentence each, safe to show to the sandbox. */
public final class RefusalHint {
    private RefusalHint() {}

    /** Returns the hint for a reason, or null if there is no general advice. */
    public static @Nullable String of(ReasonCode reason) {
        return switch (reason) {
            case LOCAL_NAME -> "the operator can say under egress.hosts where this name leads";
            case PROTOCOL_MISMATCH ->
                "a tunnel for anything but TLS and HTTP/1.1 needs a grant of tcp, which may name what is spoken";
            case SNI_MISMATCH -> "the server name in the TLS hello has to be the host of the CONNECT";
            case SNI_MISSING -> "the operator can except the host under intercept.allow_missing_sni";
            case ECH_REFUSED ->
                "such a hello is answered where tunnels can be opened (intercept.mode: on); else the operator can except"
                        + " the host under intercept.allow_ech";
            case CLIENT_TLS_FAILED ->
                "the gateway looks into this tunnel: most likely the client does not trust the sandbox's CA"
                        + " (http://sallyport.internal/ca.pem)";
            default -> null;
        };
    }
}
