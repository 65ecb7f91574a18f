package io.sallyport.control.store;

import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox as the state directory keeps it.
 *
 * @param generation at the time of writing
 * @param epoch of the guardrails at the time of writing; each later one raised the generation by one
 * @param digest of the policy; names its bundle
 * @param documents as they were given
 * @param proxyToken lower-case hex SHA-256 of the token
 * @param fetchToken lower-case hex SHA-256 of the token
 * @param lease null where it was put as a sandbox
 * @param ended whether the term of these documents was seen to have ended
 */
public record StoredSandbox(
        SandboxId id,
        long generation,
        long epoch,
        String digest,
        Phase phase,
        SandboxDocuments documents,
        String proxyToken,
        String fetchToken,
        @Nullable StoredLease lease,
        boolean ended) {
    /** One that was put as a sandbox. */
    public StoredSandbox(
            SandboxId id,
            long generation,
            long epoch,
            String digest,
            Phase phase,
            SandboxDocuments documents,
            String proxyToken,
            String fetchToken) {
        this(id, generation, epoch, digest, phase, documents, proxyToken, fetchToken, null, false);
    }

    /** The same under another digest. */
    public StoredSandbox withDigest(String other) {
        return new StoredSandbox(id, generation, epoch, other, phase, documents, proxyToken, fetchToken, lease, ended);
    }

    /** The same, whose term was seen to have ended. */
    public StoredSandbox withEndedTerm() {
        return new StoredSandbox(id, generation, epoch, digest, phase, documents, proxyToken, fetchToken, lease, true);
    }
}
