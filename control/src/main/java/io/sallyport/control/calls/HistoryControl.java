package io.sallyport.control.calls;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The operations of the control API on earlier documents of single sandboxes. Safe for concurrent use. */
public interface HistoryControl {
    /** The maximum number of earlier generations that are found. */
    int MAX_PAST = 50;

    /** The code of a {@link SandboxAnswer.Taken} where the history has no such generation. */
    String NOT_KEPT = "NOT_KEPT";

    /** Returns what is in force and what was before. Reads the state, so it blocks. */
    HistoryAnswer past(SandboxId id);

    /**
     * Puts what grants and restricts of an earlier generation in force again, as a new generation. Run, phase, labels,
     * parent, phase gates and identity stay.
     *
     * @param condition holds of the generation in force before
     * @param origin a token with its note
     */
    CompletionStage<SandboxAnswer> rollBack(SandboxId id, long generation, Precondition condition, ChangeOrigin origin);

    /** The result of {@link #past}. */
    sealed interface HistoryAnswer {
        /**
         * The generations.
         *
         * @param newestFirst the first is in force; at most {@link #MAX_PAST} others
         */
        record Found(List<PastDocuments> newestFirst) implements HistoryAnswer {
            public Found {
                newestFirst = List.copyOf(newestFirst);
            }
        }

        /** No such sandbox. */
        record Unknown() implements HistoryAnswer {}

        /** The state cannot be read. */
        record Unavailable(String why) implements HistoryAnswer {}
    }

    /**
     * The documents of one generation.
     *
     * @param generation in which they came into force; of what is in force, the present one
     * @param digest of the policy
     */
    record PastDocuments(long generation, String digest, Phase phase, SandboxDocuments documents) {}
}
