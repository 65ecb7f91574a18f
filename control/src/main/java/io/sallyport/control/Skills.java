package io.sallyport.control;

import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.store.StateException;
import io.sallyport.model.SandboxId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@link SkillControl} over the state of one gateway. Safe for concurrent use. */
final class Skills implements SkillControl {
    private final ChangeQueues lanes;
    private final SkillChanges changes;

    Skills(ChangeQueues lanes, SkillChanges changes) {
        this.lanes = lanes;
        this.changes = changes;
    }

    @Override
    public @Nullable SkillsView get(SandboxId id) {
        return changes.view(id);
    }

    @Override
    public CompletionStage<SkillsAnswer> put(SandboxId id, Map<String, String> manifests) {
        return inLane(id, () -> changes.put(id, manifests));
    }

    @Override
    public CompletionStage<SkillsAnswer> remove(SandboxId id) {
        return inLane(id, () -> changes.remove(id));
    }

    @Override
    public CompletionStage<SkillsAnswer> turn(SandboxId id, String skill, boolean on) {
        return inLane(id, () -> changes.turn(id, skill, on));
    }

    @Override
    public CompletionStage<SkillsAnswer> reload(SandboxId id) {
        return inLane(id, () -> changes.reload(id));
    }

    private interface Work {
        SkillsAnswer done() throws StateException;
    }

    private CompletionStage<SkillsAnswer> inLane(SandboxId id, Work change) {
        var answer = new CompletableFuture<SkillsAnswer>();
        if (!lanes.offer(id.text(), () -> PolicyControl.complete(answer, change::done))) {
            answer.complete(new SkillsAnswer.Unavailable("too many changes wait"));
        }
        return answer;
    }
}
