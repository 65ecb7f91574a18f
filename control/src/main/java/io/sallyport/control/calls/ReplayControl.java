package io.sallyport.control.calls;

import io.sallyport.control.replay.ReplayReport;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Asks documents that are not in force about recorded requests. Changes nothing. Safe for concurrent use; no method
 * blocks, and a stage completes exceptionally only because of a bug.
 */
public interface ReplayControl {
    /** Returns how many lines one call may ask about. */
    int maxRecords();

    /**
     * Compares what documents would decide with what the records of a sandbox say.
     *
     * @param documents of which those count that grant and restrict; all else, and what is above the sandbox, is as in
     *     force
     * @param lines of the audit log, of that sandbox, the oldest first
     */
    CompletionStage<ReplayAnswer> replay(SandboxId id, SandboxDocuments documents, List<String> lines);

    /** The result of a replay. */
    sealed interface ReplayAnswer {
        /**
         * The records were asked about.
         *
         * @param generation of the sandbox beside which the documents were asked
         */
        record Replayed(ReplayReport report, long generation) implements ReplayAnswer {}

        /** The documents are wrong. */
        record Refused(List<Diagnostic> diagnostics) implements ReplayAnswer {
            public Refused {
                diagnostics = List.copyOf(diagnostics);
            }
        }

        /** There is no such sandbox. */
        record Unknown() implements ReplayAnswer {}

        /** Too much waits. */
        record Unavailable(String why) implements ReplayAnswer {}
    }
}
