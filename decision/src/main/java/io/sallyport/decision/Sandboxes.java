package io.sallyport.decision;

import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/** The sandboxes that are known now. Safe for concurrent use; readers never wait. */
public interface Sandboxes {
    @Nullable
    Sandbox find(SandboxId id);

    /**
     * The sandbox that holds the proxy token with this SHA-256, or null. The look-up is by digest, so its time says
     * nothing of the token.
     *
     * @param sha256 lower-case hex
     */
    @Nullable
    Sandbox findByToken(String sha256);

    /** Whether {@code sha256} is the digest of that sandbox's proxy token; compared in constant time. */
    boolean holdsToken(SandboxId id, String sha256);
}
