package io.sallyport.proxy.enforce;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ask.RequestApproval;
import io.sallyport.decision.listing.Listing;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.RequestKind;
import io.sallyport.model.Scheme;
import io.sallyport.model.Sha256;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.credentials.CredentialScope;
import io.sallyport.proxy.credentials.Keyring;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that may pass, and what that rests on.
 *
 * @param policies those that allowed it, whatever has come into force since
 * @param headers what policy may have asked of it beside
 * @param obligations all of which can be met
 * @param lists that its calls ask for, of which the policies remove entries
 * @param approval by which alone it may pass, or null
 */
public record AllowedRequest(
        PolicyChain policies,
        CanonicalRequest request,
        RequestHeaders headers,
        Obligations obligations,
        Set<Listing> lists,
        @Nullable RequestApproval approval) {
    /** One whose body does not matter for its answer. */
    public AllowedRequest(
            PolicyChain policies, CanonicalRequest request, RequestHeaders headers, Obligations obligations) {
        this(policies, request, headers, obligations, Set.of(), null);
    }

    public Sandbox sandbox() {
        return policies.sandbox();
    }

    /** Whether its body, or the beginning of it, was read and judged before it may go on. */
    public boolean isJudgedByBody() {
        RequestBody body = headers.body();
        return body != null && body != RequestBody.NONE;
    }

    /** Digest of the body that was judged among {@code headers}; null where none was. */
    static @Nullable Sha256 digestOfBody(RequestHeaders headers) {
        RequestBody body = headers.body();
        return body == null || body == RequestBody.NONE ? null : Sha256.of(body.bytes());
    }

    /** Whether it passes although {@code deny} asks a person: they have approved it, or are asked of what is inside. */
    boolean isApproved(Decision.Deny deny) {
        return request.kind() == RequestKind.CONNECT
                ? isInspected() && !isByTcp()
                : approval != null && approval.covers(request, digestOfBody(headers), deny);
    }

    /** Which of {@code keys} it may have. */
    public CredentialScope scope(Keyring keys) {
        return new CredentialScope(keys, request, headers, obligations.credentials());
    }

    /** The same request under other policies. */
    AllowedRequest under(PolicyChain other, Obligations attached) {
        return new AllowedRequest(other, request, headers, attached, lists, approval);
    }

    /** The same tunnel, asked for by another scheme. */
    AllowedRequest by(Scheme scheme) {
        return new AllowedRequest(policies, request.withScheme(scheme), headers, obligations);
    }

    /** The same tunnel, into which the gateway looks after all. */
    public AllowedRequest lookedInto() {
        return new AllowedRequest(policies, request, headers, obligations.intercepting());
    }

    /** Whether it is a tunnel that is not for the web: neither TLS nor HTTP is wanted of its bytes. */
    public boolean isByTcp() {
        return request.scheme().isTcp();
    }

    /** Whether it is a tunnel that ends in the gateway itself, which answers the requests inside. */
    public boolean isOwn() {
        return OwnNames.isTunnelToGateway(request);
    }

    /** Whether the gateway looks inside: always, but for a tunnel of which nothing asks it to. */
    public boolean isInspected() {
        return isInspected(request, obligations);
    }

    static boolean isInspected(CanonicalRequest request, Obligations obligations) {
        return request.kind() != RequestKind.CONNECT
                || obligations.intercept()
                || !obligations.credentials().isEmpty()
                || !obligations.redact().isEmpty();
    }
}
