package io.sallyport.control.store;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.answer.TrialTerms;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is tried at a sandbox as the state directory keeps it. Immutable.
 *
 * @param candidate null if there is none
 * @param reportUntil until when the sandbox is in report mode, milliseconds since the epoch; null if it is not
 */
public record StoredTrials(
        @Nullable StoredCandidate candidate, @Nullable Long reportUntil) {
    /** Nothing is tried. */
    public static final StoredTrials NONE = new StoredTrials(null, null);

    /** Returns until when something is tried. */
    public TrialTerms terms() {
        return equals(NONE)
                ? TrialTerms.NONE
                : new TrialTerms(
                        candidate == null ? null : Instant.ofEpochMilli(candidate.until()),
                        reportUntil == null ? null : Instant.ofEpochMilli(reportUntil));
    }

    /** Returns the trials with another candidate, or without. */
    public StoredTrials with(@Nullable StoredCandidate other) {
        return new StoredTrials(other, reportUntil);
    }

    /** Returns the trials with another end of report mode, or without it. */
    public StoredTrials reportingUntil(@Nullable Long millis) {
        return new StoredTrials(candidate, millis);
    }

    /** Returns the trials of a sandbox that is in {@code workspace} from now on. */
    StoredTrials in(WorkspaceId workspace) {
        return candidate == null ? this : with(candidate.in(workspace));
    }

    /** Returns the trials once {@code others} are in force: a candidate with these documents is none any more. */
    StoredTrials beside(SandboxDocuments others) {
        return candidate != null && Objects.equals(candidate.documents(), others) ? with(null) : this;
    }
}
