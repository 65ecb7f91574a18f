package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.sharing.RecordSharing.Found;
import io.sallyport.control.sharing.SharedChanges;
import io.sallyport.control.store.SandboxRecord;
import io.sallyport.control.store.SharedSandbox;
import io.sallyport.control.store.StateException;
import io.sallyport.model.SandboxId;
import io.sallyport.model.WorkspaceId;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@link SharedChanges}, where each change runs in the lane of its sandbox; and changes of this gateway that wait for
 * those of others. Safe for concurrent use.
 */
final class AdoptedSandboxes implements SharedChanges {
    /** How often a change is made again that another gateway was ahead of. */
    private static final int MAX_AGAIN = 8;

    private final ChangeQueues lanes;
    private final Removals removals;
    private final SandboxStates states;
    private final SandboxLife life;
    private final SandboxCommits commits;

    AdoptedSandboxes(
            ChangeQueues lanes, Removals removals, SandboxStates states, SandboxLife life, SandboxCommits commits) {
        this.lanes = lanes;
        this.removals = removals;
        this.states = states;
        this.life = life;
        this.commits = commits;
    }

    /**
     * Makes a change in the lane of {@code id}. If another gateway was ahead, its change is taken in, and this one is
     * made again: its condition, and all else, is judged of what is in force then.
     *
     * @param isBehind whether an answer may be another one once the sandbox is as the store has it
     */
    <T> T following(SandboxId id, ChangeQueues.Change<T> change, Predicate<T> isBehind) throws StateException {
        T answer = change.made();
        for (int again = 0; again < MAX_AGAIN && isBehind.test(answer) && hasCaughtUp(id); again++) {
            answer = change.made();
        }
        return answer;
    }

    static boolean isBehind(SandboxAnswer answer) {
        return answer instanceof SandboxAnswer.MovedOn || answer instanceof SandboxAnswer.Unknown;
    }

    /** Returns whether anything changed. */
    private boolean hasCaughtUp(SandboxId id) throws StateException {
        return switch (states.sharing().find(id)) {
            case Found.Live(var sandbox) -> isNews(sandbox) && isAdopted(sandbox);
            case Found.Gone(long generation) -> {
                SandboxState here = states.find(id);
                boolean news = here == null
                        ? states.store().floor() < generation
                        : here.record().generation() <= generation;
                yield news && isEnded(id, generation);
            }
            case Found.Nothing(), Found.Unavailable(var _) -> false;
        };
    }

    @Override
    public Collection<SandboxRecord> records() {
        return states.all().stream().map(SandboxState::record).toList();
    }

    @Override
    public @Nullable SharedSandbox find(SandboxId id) {
        SandboxState state = states.find(id);
        byte[] ca = states.cas().encoded(id);
        return state == null || ca == null ? null : new SharedSandbox(state.record(), ca);
    }

    @Override
    public CompletionStage<Boolean> put(SharedSandbox sandbox) {
        return lanes.run(sandbox.id().text(), () -> !isNews(sandbox) || isAdopted(sandbox), false);
    }

    private boolean isNews(SharedSandbox sandbox) {
        SandboxState here = states.find(sandbox.id());
        SandboxRecord record = sandbox.record();
        return here == null
                || here.record().generation() < record.generation()
                || (here.record().generation() == record.generation()
                        && !here.record().isSameChange(record));
    }

    private boolean isAdopted(SharedSandbox sandbox) throws StateException {
        SandboxRecord record = sandbox.record();
        SandboxId parent = record.documents().parent();
        if (states.unwritten().isPending(record.id())
                || states.revoked().contains(record.id())
                || isOutsideOfItsWorkspace(record)
                || (parent != null && states.find(parent) == null && !hasCaughtUpApart(parent))) {
            return false;
        }
        SandboxState here = states.find(record.id());
        if (here != null && !isSuccessor(sandbox, here)) {
            try (var _ = states.lockFamily(null, record.id())) {
                commits.remove(here, _ -> {});
            }
            here = null;
        }
        if (here == null) {
            states.cas().adopt(record.id(), sandbox.ca());
        }
        return life.adopt(record) instanceof SandboxAnswer.InForce;
    }

    /** A workspace is put to each gateway by itself; without it, nothing would bound the sandboxes in it. */
    private boolean isOutsideOfItsWorkspace(SandboxRecord record) {
        WorkspaceId workspace = record.documents().workspace();
        return workspace != null && states.workspaces().find(workspace) == null;
    }

    /** Under the same id there may have been another sandbox, which has ended meanwhile. */
    private boolean isSuccessor(SharedSandbox sandbox, SandboxState here) {
        return here.record().generation() < sandbox.record().generation()
                && Arrays.equals(states.cas().encoded(sandbox.id()), sandbox.ca());
    }

    /** A parent is taken in by its own lane. */
    private boolean hasCaughtUpApart(SandboxId parent) {
        return lanes.run(parent.text(), () -> states.find(parent) != null || hasCaughtUp(parent), false)
                .toCompletableFuture()
                .join();
    }

    @Override
    public CompletionStage<Boolean> end(SandboxId id, long generation) {
        var done = new CompletableFuture<Boolean>();
        if (!removals.offer(id, () -> ChangeQueues.complete(done, () -> isEnded(id, generation)))) {
            done.complete(false);
        }
        return done;
    }

    private boolean isEnded(SandboxId id, long generation) throws StateException {
        try (var _ = states.lockFamily(null, id)) {
            SandboxState here = states.find(id);
            if (here != null && here.record().generation() > generation) {
                return true;
            }
            if (here != null) {
                commits.remove(here, _ -> {});
            }
            if (states.store().floor() < generation) {
                states.store().delete(id, generation); // one that is put again begins above it
            }
            return true;
        }
    }
}
