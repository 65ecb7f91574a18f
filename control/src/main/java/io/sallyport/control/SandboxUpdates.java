package io.sallyport.control;

import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes of existing sandboxes that bring no documents: another phase, other tokens, report mode, the end. Each method
 * runs in the sandbox's lane and may block.
 */
final class SandboxUpdates {
    private final SandboxStates states;
    private final SandboxCommits commits;

    SandboxUpdates(SandboxStates states, SandboxCommits commits) {
        this.states = states;
        this.commits = commits;
    }

    SandboxAnswer phase(SandboxId id, Phase phase) {
        return update(id, phase, UnaryOperator.identity(), null);
    }

    /** Begins report mode, or ends it where {@code until} is null. */
    SandboxAnswer report(SandboxId id, @Nullable Instant until) {
        Long millis = until == null ? null : until.toEpochMilli();
        return update(id, null, next -> next.withTrials(next.trials().reportingUntil(millis)), null);
    }

    /** Issues new tokens; the old ones are invalid when it returns. Grants are not checked again. */
    SandboxAnswer rotate(SandboxId id) {
        Tokens fresh = SandboxCommits.newTokens(SandboxPlaceholders.NONE);
        return update(id, null, next -> next.withTokens(SandboxCommits.digests(fresh)), fresh);
    }

    private SandboxAnswer update(
            SandboxId id, @Nullable Phase phase, UnaryOperator<SandboxRecord> change, @Nullable Tokens fresh) {
        try (var _ = states.lockFamily(null, id)) {
            SandboxState before = states.find(id);
            if (before == null) {
                return new SandboxAnswer.Unknown();
            }
            SandboxRecord record = before.record();
            SandboxRecord next = record.next(
                    before.generation() + 1,
                    states.guardrails().stored().epoch(),
                    phase == null ? record.phase() : phase);
            return commits.put(
                    change.apply(next),
                    before.spec(),
                    before.lease(),
                    before.diagnostics(),
                    _ -> before.sandbox(),
                    fresh);
        } catch (StateException e) {
            return SandboxCommits.failed(id, e);
        }
    }

    /** Ends the sandbox and all its descendants. */
    Removal delete(SandboxId id) {
        try (var _ = states.lockFamily(null, id)) {
            SandboxState gone = states.find(id);
            if (gone != null) {
                return commits.remove(gone) ? Removal.DURABLE : Removal.NOT_DURABLE;
            }
            return states.unwritten().removal(id);
        }
    }
}
