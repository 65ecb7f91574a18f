package io.sallyport.control.store;

import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox as the state directory keeps it. Immutable.
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
public record SandboxRecord(
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
    public SandboxRecord(
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

    /**
     * That of a new sandbox, in {@code planning} where its documents name no phase; its digest is not known yet.
     *
     * @param tokens digests of its tokens
     */
    public static SandboxRecord first(
            SandboxId id,
            long generation,
            long epoch,
            SandboxDocuments documents,
            TokenDigests tokens,
            @Nullable StoredLease lease) {
        Phase asked = documents.phase();
        Phase phase = asked == null ? Phase.PLANNING : asked;
        return new SandboxRecord(
                id, generation, epoch, "", phase, documents, tokens.proxy(), tokens.fetch(), lease, false);
    }

    /** The next generation with other documents; where they name no phase it stays in its own. Its digest is not known yet. */
    public SandboxRecord next(long rising, long current, SandboxDocuments others) {
        Phase asked = others.phase();
        Phase next = asked == null ? phase : asked;
        return new SandboxRecord(id, rising, current, "", next, others, proxyToken, fetchToken, lease, false);
    }

    /** The next generation in another phase, with the same documents. Its digest is not known yet. */
    public SandboxRecord next(long rising, long current, Phase other) {
        return new SandboxRecord(id, rising, current, "", other, documents, proxyToken, fetchToken, lease, ended);
    }

    /** Lower-case hex SHA-256 of the two tokens. */
    public record TokenDigests(String proxy, String fetch) {}

    /** The same with other tokens. */
    public SandboxRecord withTokens(TokenDigests other) {
        return new SandboxRecord(
                id, generation, epoch, digest, phase, documents, other.proxy(), other.fetch(), lease, ended);
    }

    /** The same under another digest. */
    public SandboxRecord withDigest(String other) {
        return new SandboxRecord(id, generation, epoch, other, phase, documents, proxyToken, fetchToken, lease, ended);
    }

    /** The same in a later generation: each change of the guardrails since it was written was one of every sandbox. */
    public SandboxRecord risenTo(long later) {
        return new SandboxRecord(id, later, epoch, digest, phase, documents, proxyToken, fetchToken, lease, ended);
    }

    /** The same, whose term was seen to have ended. */
    public SandboxRecord withEndedTerm() {
        return new SandboxRecord(id, generation, epoch, digest, phase, documents, proxyToken, fetchToken, lease, true);
    }
}
