package io.sallyport.control.replay;

import io.sallyport.decision.Judge.Judgement;
import io.sallyport.decision.PolicySnapshot;
import io.sallyport.decision.SandboxFacts;
import io.sallyport.model.Question;
import io.sallyport.model.message.RequestHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** A policy that recorded questions of any sandbox are asked of. */
@FunctionalInterface
public interface ReplayedPolicy {
    /** The maximum number of sandboxes and runs whose snapshots are kept. */
    int MAX_SNAPSHOTS = 1_000;

    /** Returns the judgement on a question of the sandbox with those facts, made afresh. */
    Judgement judge(SandboxFacts facts, Question question, RequestHeaders headers);

    /**
     * Returns a policy of snapshots, of which the last ones used are kept. Confined to one thread.
     *
     * @param snapshots makes one for a sandbox
     */
    static ReplayedPolicy of(Function<SandboxFacts, PolicySnapshot> snapshots) {
        Map<SandboxFacts, PolicySnapshot> kept = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<SandboxFacts, PolicySnapshot> eldest) {
                return size() > MAX_SNAPSHOTS;
            }
        };
        return (facts, question, headers) ->
                kept.computeIfAbsent(facts, snapshots).judge(question, headers);
    }
}
