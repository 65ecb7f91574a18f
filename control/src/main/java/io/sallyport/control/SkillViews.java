package io.sallyport.control;

import io.sallyport.control.calls.SkillControl.SkillView;
import io.sallyport.control.calls.SkillControl.SkillsView;
import io.sallyport.decision.skills.SandboxSkills.State;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Sha256;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Views of the skills of sandboxes. */
final class SkillViews {
    private SkillViews() {}

    /** Returns the view of a sandbox whose own skills are {@code state}. */
    static SkillsView of(SandboxId id, State state, RegistryOfSkills registry) {
        SkillSet listed = registry.current();
        SkillSet pushed = state.pushed();
        var byId = new TreeMap<String, SkillView>();
        if (listed != null) {
            listed.all().forEach(skill -> byId.put(skill.id(), view(skill, "registry", state, pushed)));
        }
        if (pushed != null) {
            pushed.all().forEach(skill -> byId.put(skill.id(), view(skill, "pushed", state, listed)));
        }
        return new SkillsView(
                id,
                revision(listed, state),
                registry.isConfigured() ? registry.state().readable() ? "loaded" : "unreadable" : "none",
                pushed != null,
                List.copyOf(byId.values()),
                registry.state().diagnostics());
    }

    /** @param other the other source, which must also have the skill in use; null if there is none */
    private static SkillView view(Skill skill, String source, State state, @Nullable SkillSet other) {
        Skill there = other == null ? skill : other.find(skill.id());
        boolean enabled = state.isOn(skill) && there != null && state.isOn(there);
        return new SkillView(
                skill.id(),
                skill.version(),
                skill.digest(),
                source,
                skill.status().word(),
                enabled);
    }

    private static String revision(@Nullable SkillSet listed, State state) {
        SkillSet pushed = state.pushed();
        String all = (listed == null ? "-" : listed.digest()) + (pushed == null ? "-" : pushed.digest());
        return Sha256.hexOf(all + new TreeMap<>(state.turned()));
    }
}
