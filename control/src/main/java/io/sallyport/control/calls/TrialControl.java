package io.sallyport.control.calls;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.TrialTerms;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the control API on candidates and report mode of single sandboxes. Safe for concurrent use; no
 * method blocks.
 */
public interface TrialControl {
    /** The code of a {@link SandboxAnswer.Taken} where the sandbox has no candidate, or is not in report mode. */
    String NO_TRIAL = "NO_TRIAL";

    /** The code of a {@link SandboxAnswer.Taken} where as many sandboxes as may be have a candidate. */
    String TOO_MANY_CANDIDATES = "TOO_MANY_CANDIDATES";

    /** The code of a {@link SandboxAnswer.Taken} where no sandbox may be in report mode. */
    String NO_REPORT_MODE = "NO_REPORT_MODE";

    /**
     * Judges other documents beside those in force, which they replace as a candidate. No verdict changes and no
     * generation rises.
     *
     * @param documents only those that grant and restrict; all else is as in force
     * @param until when it ends by itself; null for as late as may be
     */
    CompletionStage<SandboxAnswer> putCandidate(SandboxId id, SandboxDocuments documents, @Nullable Instant until);

    CompletionStage<SandboxAnswer> removeCandidate(SandboxId id);

    /**
     * Puts the candidate's documents in force, if the sandbox is still in the generation beside which it was put.
     *
     * @param digest holds of the candidate that is meant
     * @param origin a token with its note
     */
    CompletionStage<SandboxAnswer> promoteCandidate(SandboxId id, Precondition digest, ChangeOrigin origin);

    /** Returns the candidate; empty if there is no such sandbox, or it has none. */
    Optional<CandidateView> candidate(SandboxId id);

    /**
     * Lets pass, recorded, what policy alone refuses. The generation rises.
     *
     * @param until when it ends by itself; null for as late as may be
     */
    CompletionStage<SandboxAnswer> report(SandboxId id, @Nullable Instant until);

    /** Ends report mode. The generation rises. */
    CompletionStage<SandboxAnswer> enforce(SandboxId id);

    /** Returns the sandboxes at which something is tried, by id. */
    List<TrialView> list();

    /** Returns how many sandboxes have a candidate, and how many are in report mode. */
    Open open();

    /** Numbers of sandboxes. */
    record Open(long candidates, long inReportMode) {}

    /** A sandbox at which something is tried, and until when. */
    record TrialView(SandboxId id, long generation, TrialTerms terms) {}

    /**
     * The candidate of one sandbox.
     *
     * @param digest of its documents
     * @param generation beside which it was put
     * @param loads false if its documents do not load any more: it is not asked
     * @param allowed granted patterns as written
     */
    record CandidateView(
            SandboxId id, String digest, long generation, Instant until, boolean loads, List<String> allowed) {
        public CandidateView {
            allowed = List.copyOf(allowed);
        }
    }
}
