package io.sallyport.decision.skills;

import io.sallyport.decision.skills.SandboxSkills.State;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.SkillNote;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What binds the skills of one sandbox, as it was when a call came: the operator's registry, the sandbox's own set, and
 * those of the sandboxes above it. Each that is there must know the skill, have it in use and allow what it asks.
 * Immutable.
 */
public final class SkillsInForce {
    private final @Nullable SkillSet registry;
    private final State own;
    private final List<State> above;

    /** @param above of the sandboxes above it, nearest first */
    public SkillsInForce(@Nullable SkillSet registry, State own, List<State> above) {
        this.registry = registry;
        this.own = own;
        this.above = List.copyOf(above);
    }

    /** Whether nobody knows any: a skill is then a claim that rules can refuse by. */
    public boolean areUnknown() {
        return registry == null && own.pushed() == null && above.stream().allMatch(state -> state.pushed() == null);
    }

    /** Whether a skill of that id stands in a source of the sandbox's, in use or not. */
    public boolean know(String id) {
        SkillSet pushed = own.pushed();
        return (registry != null && registry.find(id) != null) || (pushed != null && pushed.find(id) != null);
    }

    /**
     * A skill that is in use.
     *
     * @param manifests those of each source, of which all must allow; never empty
     * @param limits the smallest of theirs
     */
    public record Enabled(List<Skill> manifests, SkillLimits limits) {
        public Enabled {
            manifests = List.copyOf(manifests);
        }

        /** What its rulings say of it: the manifest of the source that is nearest to the sandbox. */
        public SkillNote note() {
            return manifests.getFirst().note(limits);
        }
    }

    /** The skill of that id, or null where it is not in use. */
    public @Nullable Enabled find(String id) {
        List<Skill> manifests = new ArrayList<>(2);
        if (!add(own.pushed(), own, id, manifests) || !add(registry, own, id, manifests)) {
            return null;
        }
        for (State state : above) {
            boolean off = Objects.equals(state.turned().get(id), false);
            if (off || !add(state.pushed(), state, id, manifests)) {
                return null;
            }
        }
        SkillLimits limits = manifests.stream().map(Skill::limits).reduce(SkillLimits.NONE, SkillLimits::and);
        return manifests.isEmpty() ? null : new Enabled(manifests, limits);
    }

    /** Adds what {@code set} has; false where there is a set that does not have it in use. */
    private static boolean add(@Nullable SkillSet set, State state, String id, List<Skill> manifests) {
        if (set == null) {
            return true;
        }
        Skill skill = set.find(id);
        if (skill == null || !state.isOn(skill)) {
            return false;
        }
        manifests.add(skill);
        return true;
    }
}
