package io.sallyport.decision.ask;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that waits for a person's answer. Immutable.
 *
 * @param id the id of its record in the audit log
 * @param run the runner's name for the run, or null
 * @param body digest of the body that rules read; null if they read none
 * @param deny what refuses it as long as no one approves
 */
public record HeldRequest(
        String id,
        SandboxId sandbox,
        @Nullable String run,
        CanonicalRequest request,
        @Nullable Sha256 body,
        Decision.Deny deny,
        Instant openedAt,
        Instant expiresAt) {

    /** Returns what the person is asked about: names of rules, and {@code no_grant}; in order. */
    public Set<String> asked() {
        return RequestApproval.asked(deny);
    }

    /** Returns the digest of the exact request that an approval is bound to: method, URL, query, and the body read. */
    public String digest() {
        String query = request.query().text();
        return Sha256.hexOfAll(
                request.kind().word(),
                String.valueOf(request.method()),
                request.target(),
                query == null ? "-" : "?" + query,
                request.grpc().name(),
                body == null ? "-" : body.hex());
    }

    /** Returns the approval that {@code allowed} makes of this, for {@code uses}. */
    RequestApproval approved(AskAnswer.Allowed allowed, int uses, Instant now) {
        return new RequestApproval(id, request, body, asked(), now.plus(allowed.validFor()), uses);
    }
}
