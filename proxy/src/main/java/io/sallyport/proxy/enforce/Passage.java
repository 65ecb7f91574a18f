package io.sallyport.proxy.enforce;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.Sandbox;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Obligations;
import io.sallyport.model.RequestHeaders;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;

/**
 * A request that may pass, and what that rests on.
 *
 * @param snapshot the policy that allowed it, whatever has come into force since
 * @param headers what policy may have asked of it beside
 * @param obligations all of which can be met
 */
public record Passage(
        Sandbox sandbox,
        PolicySnapshot snapshot,
        CanonicalRequest request,
        RequestHeaders headers,
        Obligations obligations) {
    /** The same request under another policy. */
    Passage under(PolicySnapshot other, Obligations attached) {
        return new Passage(sandbox, other, request, headers, attached);
    }

    /** Whether it is a tunnel whose bytes are nobody's concern: neither TLS nor HTTP is wanted of them. */
    public boolean isForAnything() {
        return request.scheme() == Scheme.TCP;
    }

    /** Whether the gateway looks inside: always, but for a tunnel of which nothing asks it to. */
    public boolean isInspected() {
        return request.kind() != RequestKind.CONNECT
                || obligations.intercept()
                || !obligations.credentials().isEmpty()
                || !obligations.redact().isEmpty();
    }
}
