package io.sallyport.audit.recorded;

import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line of the log, read back. Whatever it holds was checked: nothing in it controls a terminal. Immutable. */
public sealed interface RecordedLine {
    /**
     * No record of version 1.
     *
     * @param why without anything that the line holds
     */
    record Unreadable(String why) implements RecordedLine {}

    /**
     * A record that no policy judges, such as a change or the end of a tunnel.
     *
     * @param kind one of {@code admin}, {@code lifecycle}, {@code end}, {@code policy}, {@code dns}, {@code ask}
     */
    record Unjudged(String kind) implements RecordedLine {}

    /**
     * A request or an action that was judged.
     *
     * @param sandbox null if none was identified
     * @param run the runner's name, which may be any text; null if there was none
     * @param generation of the policy that judged it; 0 if it is unknown
     * @param epoch of the guardrails that this policy held; 0 if there were none
     * @param question null if the record does not say what was asked: it counts refusals, or its path is hidden
     * @param host null if there was none, or it has no canonical form
     * @param queryNames the names of the parameters that the record has, and perhaps an empty text
     * @param isOpaque whether it is a tunnel whose content was not seen
     * @param isBodyless whether it is known that the request had no body: it passed, and sent none
     * @param count of the requests that the record stands for, at least 1
     */
    record Judged(
            String auditId,
            Instant time,
            @Nullable SandboxId sandbox,
            @Nullable String run,
            long generation,
            long epoch,
            RecordedVerdict verdict,
            ReasonCode reason,
            @Nullable Question question,
            @Nullable String host,
            List<String> queryNames,
            boolean isOpaque,
            boolean isBodyless,
            long count)
            implements RecordedLine {
        public Judged {
            queryNames = List.copyOf(queryNames);
        }
    }
}
