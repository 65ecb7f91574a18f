package io.sallyport.control;

import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Confirmation;
import io.sallyport.control.calls.Control.Removal;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Control.SandboxChange;
import io.sallyport.control.calls.Control.Tokens;
import io.sallyport.control.calls.HistoryControl;
import io.sallyport.control.calls.HistoryControl.HistoryAnswer;
import io.sallyport.control.calls.HistoryControl.PastDocuments;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.sharing.RecordSharing.Found;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.StateException;
import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.model.placeholder.SandboxPlaceholders;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of existing sandboxes that bring no documents: another phase, other tokens, report mode, earlier documents,
 * the end. Each method that changes something runs in the sandbox's lane; all may block.
 */
final class SandboxUpdates {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxUpdates.class);

    private final SandboxStates states;
    private final SandboxCommits commits;
    private final SandboxLife life;

    SandboxUpdates(SandboxStates states, SandboxCommits commits, SandboxLife life) {
        this.states = states;
        this.commits = commits;
        this.life = life;
    }

    HistoryAnswer past(SandboxId id) {
        SandboxState state = states.find(id);
        if (state == null) {
            return new HistoryAnswer.Unknown();
        }
        try {
            List<PastDocuments> all = new ArrayList<>();
            all.add(past(state.record(), state.generation()));
            states.store()
                    .pastSandboxes(id, HistoryControl.MAX_PAST)
                    .forEach(record -> all.add(past(record, record.generation())));
            return new HistoryAnswer.Found(all);
        } catch (StateException e) {
            LOG.error("the history of a sandbox cannot be read", e);
            return new HistoryAnswer.Unavailable("the history cannot be read");
        }
    }

    private static PastDocuments past(SandboxRecord record, long generation) {
        return new PastDocuments(generation, record.digest(), record.phase(), record.documents());
    }

    /** Puts the documents of an earlier generation in the place of those in force. */
    SandboxAnswer rollBack(SandboxId id, long generation, Precondition condition, ChangeOrigin origin) {
        return switch (past(id)) {
            case HistoryAnswer.Unknown() -> new SandboxAnswer.Unknown();
            case HistoryAnswer.Unavailable(var why) -> new SandboxAnswer.Unavailable(why);
            case HistoryAnswer.Found(var all) ->
                all.stream()
                        .filter(one -> one.generation() == generation)
                        .findFirst()
                        .map(one -> life.put(new PutRequest(
                                id,
                                new SandboxChange(
                                        all.getFirst().documents().withGrantsOf(one.documents()),
                                        condition,
                                        false,
                                        origin.restoring(generation)),
                                null)))
                        .orElseGet(() -> new SandboxAnswer.Taken(
                                HistoryControl.NOT_KEPT, "the history has no generation " + generation));
        };
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

    /**
     * What became of a sandbox.
     *
     * @param confirmed completes with on how many gateways it has ended, or with null
     */
    record Deletion(Removal removal, CompletionStage<@Nullable Confirmation> confirmed) {
        private static Deletion unshared(Removal removal) {
            return new Deletion(removal, CompletableFuture.completedStage(null));
        }
    }

    /** Ends the sandbox and all its descendants. */
    Deletion delete(SandboxId id) {
        try (var _ = states.lockFamily(null, id)) {
            SandboxState gone = states.find(id);
            if (gone != null) {
                return removed(gone);
            }
            if (states.sharing().find(id) instanceof Found.Live(var other)) {
                // another gateway has just put it
                return new Deletion(
                        Removal.DURABLE, states.sharing().end(id, other.record().generation()));
            }
            return Deletion.unshared(states.unwritten().removal(id));
        }
    }

    private Deletion removed(SandboxState gone) {
        List<CompletionStage<@Nullable Confirmation>> confirmed = new ArrayList<>();
        boolean durable = commits.remove(gone, one -> {
            CompletionStage<@Nullable Confirmation> ended = states.sharing().end(one.id(), one.generation());
            if (one.id().equals(gone.id())) {
                confirmed.add(ended);
            }
        });
        Removal removal = durable ? Removal.DURABLE : Removal.NOT_DURABLE;
        return confirmed.isEmpty() ? Deletion.unshared(removal) : new Deletion(removal, confirmed.getFirst());
    }
}
