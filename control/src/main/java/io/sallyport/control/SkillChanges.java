package io.sallyport.control;

import io.sallyport.control.calls.SkillControl.SkillView;
import io.sallyport.control.calls.SkillControl.SkillsAnswer;
import io.sallyport.control.calls.SkillControl.SkillsView;
import io.sallyport.control.store.Secrets;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredSkills;
import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.decision.skills.SandboxSkills.State;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.model.SandboxId;
import io.sallyport.model.SkillStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes to the skills of single sandboxes: written first, then put in force. Each method runs in the sandbox's lane
 * and may block.
 */
final class SkillChanges {
    private static final Logger LOG = LoggerFactory.getLogger(SkillChanges.class);

    /** Limit of skills that one sandbox turned on or off, including skills that no longer exist. */
    private static final int MAX_TURNED = 2_000;

    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final RegistryOfSkills registry;

    SkillChanges(SandboxStates states, CompiledPolicies policies, RegistryOfSkills registry) {
        this.states = states;
        this.policies = policies;
        this.registry = registry;
    }

    /** Puts the state's skills in force, before any request. */
    void load() throws StateException {
        for (SandboxState found : states.all()) {
            SandboxId id = found.id();
            StoredSkills stored = states.store().skills(id);
            if (!stored.equals(StoredSkills.NONE)) {
                skills(found).replace(new State(pushed(id, stored), stored.turned()));
            }
        }
    }

    /** Returns the pushed set. As in a registry, manifests that no longer load are not in use. */
    private @Nullable SkillSet pushed(SandboxId id, StoredSkills stored) {
        Map<String, String> manifests = stored.manifests();
        if (manifests == null) {
            return null;
        }
        SkillSets.Read read = read(manifests);
        if (!read.isWhole()) {
            LOG.warn("skills of {} that the state holds are not in use: {}", id, read.diagnostics());
        }
        return read.set();
    }

    /** Reads pushed manifests. Nothing on disk is looked up for them: their modules are assumed to exist. */
    private SkillSets.Read read(Map<String, String> manifests) {
        return SkillSets.read(policies, manifests, (_, _) -> true);
    }

    SkillsAnswer put(SandboxId id, Map<String, String> manifests) {
        SkillSets.Read read = read(manifests);
        return read.isWhole()
                ? change(id, stored -> stored.with(manifests), state -> new State(read.set(), state.turned()))
                : new SkillsAnswer.Refused(read.diagnostics());
    }

    SkillsAnswer remove(SandboxId id) {
        return change(id, stored -> stored.with(null), state -> new State(null, state.turned()));
    }

    SkillsAnswer turn(SandboxId id, String name, boolean on) {
        SandboxState found = states.find(id);
        if (found == null) {
            return new SkillsAnswer.Unknown();
        }
        State state = skills(found).state();
        SkillSet set = registry.current();
        Skill listed = set == null ? null : set.find(name);
        Skill own = state.pushed() == null ? null : state.pushed().find(name);
        if (listed == null && own == null) {
            return new SkillsAnswer.UnknownSkill();
        }
        if (on && (isDisabled(listed) || isDisabled(own))) {
            return new SkillsAnswer.Conflict("SKILL_DISABLED", "the manifest says that it is disabled");
        }
        if (state.turned().size() >= MAX_TURNED && !state.turned().containsKey(name)) {
            return new SkillsAnswer.Conflict("TOO_MANY", "more than " + MAX_TURNED + " skills were turned on or off");
        }
        return change(id, stored -> stored.turning(name, on), before -> before.turning(name, on));
    }

    private static boolean isDisabled(@Nullable Skill skill) {
        return skill != null && skill.status() == SkillStatus.DISABLED;
    }

    SkillsAnswer reload(SandboxId id) {
        if (states.find(id) == null) {
            return new SkillsAnswer.Unknown();
        }
        if (!registry.isConfigured()) {
            return new SkillsAnswer.Conflict("NO_REGISTRY", "the configuration names no registry of skills");
        }
        registry.reload();
        return answer(id);
    }

    private SkillsAnswer change(SandboxId id, UnaryOperator<StoredSkills> stored, UnaryOperator<State> state) {
        try {
            return states.inFamily(null, id, () -> underLocks(id, stored, state));
        } catch (StateException e) {
            LOG.error("a change of the skills of {} is not in force: the state cannot be written", id, e);
            return new SkillsAnswer.Unavailable("the state cannot be written");
        }
    }

    private SkillsAnswer underLocks(SandboxId id, UnaryOperator<StoredSkills> stored, UnaryOperator<State> state)
            throws StateException {
        SandboxState found = states.find(id);
        if (found == null) {
            return new SkillsAnswer.Unknown();
        }
        states.store().saveSkills(id, stored.apply(states.store().skills(id)));
        skills(found).replace(state.apply(skills(found).state()));
        return answer(id);
    }

    private SkillsAnswer answer(SandboxId id) {
        SkillsView view = view(id);
        return view == null ? new SkillsAnswer.Unknown() : new SkillsAnswer.InForce(view);
    }

    private static SandboxSkills skills(SandboxState found) {
        return found.sandbox().admission().skills();
    }

    @Nullable
    SkillsView view(SandboxId id) {
        SandboxState found = states.find(id);
        if (found == null) {
            return null;
        }
        State state = skills(found).state();
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
        return Secrets.sha256(all + new TreeMap<>(state.turned()));
    }
}
