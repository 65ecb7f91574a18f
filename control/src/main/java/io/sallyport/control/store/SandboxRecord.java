package io.sallyport.control.store;

import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One sandbox as the state directory keeps it. Immutable.
 *
 * @param generation the generation at the time of writing
 * @param epoch the guardrails' epoch at the time of writing; each later epoch raised the generation by one
 * @param digest digest of the policy; names its bundle
 * @param documents the documents as submitted
 * @param proxyToken lower-case hex SHA-256 of the token
 * @param fetchToken lower-case hex SHA-256 of the token
 * @param lease null if it was put as a plain sandbox
 * @param ended whether the term of these documents was seen to have ended
 * @param trials what is tried beside it
 * @param receipt of the delegation by which these documents were put, as JSON; null if there was none
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
        boolean ended,
        StoredTrials trials,
        @Nullable String receipt) {
    /**
     * Returns the record of a new sandbox, in {@code planning} unless its documents name a phase. Its digest is still
     * empty.
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
                id,
                generation,
                epoch,
                "",
                phase,
                documents,
                tokens.proxy(),
                tokens.fetch(),
                lease,
                false,
                StoredTrials.NONE,
                null);
    }

    /**
     * Returns the next generation with other documents; if they name no phase, the phase stays. Its digest is still
     * empty.
     */
    public SandboxRecord next(long rising, long current, SandboxDocuments others) {
        Phase asked = others.phase();
        Phase next = asked == null ? phase : asked;
        return new SandboxRecord(
                id,
                rising,
                current,
                "",
                next,
                others,
                proxyToken,
                fetchToken,
                lease,
                false,
                trials.beside(others),
                null);
    }

    /** Returns the next generation in another phase, with the same documents. Its digest is still empty. */
    public SandboxRecord next(long rising, long current, Phase other) {
        return new SandboxRecord(
                id, rising, current, "", other, documents, proxyToken, fetchToken, lease, ended, trials, receipt);
    }

    /** Lower-case hex SHA-256 of the two tokens. */
    public record TokenDigests(String proxy, String fetch) {}

    /** Returns a copy with other tokens. */
    public SandboxRecord withTokens(TokenDigests other) {
        return new SandboxRecord(
                id,
                generation,
                epoch,
                digest,
                phase,
                documents,
                other.proxy(),
                other.fetch(),
                lease,
                ended,
                trials,
                receipt);
    }

    /** Returns a copy that is in {@code workspace}, as its candidate is. */
    public SandboxRecord in(WorkspaceId workspace) {
        return new SandboxRecord(
                id,
                generation,
                epoch,
                digest,
                phase,
                documents.toBuilder().workspace(workspace).build(),
                proxyToken,
                fetchToken,
                lease,
                ended,
                trials.in(workspace),
                receipt);
    }

    /** Returns a copy with another digest. */
    public SandboxRecord withDigest(String other) {
        return new SandboxRecord(
                id, generation, epoch, other, phase, documents, proxyToken, fetchToken, lease, ended, trials, receipt);
    }

    /**
     * Returns whether {@code other} records the same change of the same sandbox, whatever each gateway has noted
     * beside: candidates, and that the term has ended.
     */
    public boolean isSameChange(SandboxRecord other) {
        return id.equals(other.id)
                && generation == other.generation
                && phase == other.phase
                && documents.equals(other.documents)
                && proxyToken.equals(other.proxyToken)
                && fetchToken.equals(other.fetchToken)
                && Objects.equals(lease, other.lease)
                && Objects.equals(trials.reportUntil(), other.trials.reportUntil());
    }

    /** Returns the generation under the guardrails of an epoch: each change of them since raised it by one. */
    public long generationIn(long current) {
        return generation + Math.max(0, current - epoch);
    }

    /** Returns a copy in a later generation: each guardrails change since the record was written raised it by one. */
    public SandboxRecord risenTo(long later) {
        return new SandboxRecord(
                id, later, epoch, digest, phase, documents, proxyToken, fetchToken, lease, ended, trials, receipt);
    }

    /** Returns a copy that records the end of its term. */
    public SandboxRecord withEndedTerm() {
        return new SandboxRecord(
                id, generation, epoch, digest, phase, documents, proxyToken, fetchToken, lease, true, trials, receipt);
    }

    /** Returns a copy that does not say whether its term has ended, nor under which guardrails it was written. */
    SandboxRecord beforeEnd() {
        return new SandboxRecord(
                id, generation, 0, digest, phase, documents, proxyToken, fetchToken, lease, false, trials, receipt);
    }

    /** Returns a copy beside which something else is tried. */
    public SandboxRecord withTrials(StoredTrials others) {
        return new SandboxRecord(
                id, generation, epoch, digest, phase, documents, proxyToken, fetchToken, lease, ended, others, receipt);
    }

    /** Returns a copy with the receipt of its delegation. */
    public SandboxRecord withReceipt(String json) {
        return new SandboxRecord(
                id, generation, epoch, digest, phase, documents, proxyToken, fetchToken, lease, ended, trials, json);
    }
}
