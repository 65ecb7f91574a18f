package io.sallyport.control;

import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.store.StateException;
import io.sallyport.control.store.StoredSkills;
import io.sallyport.decision.skills.SandboxSkills;
import io.sallyport.decision.skills.SandboxSkills.State;
import io.sallyport.decision.skills.Skill;
import io.sallyport.decision.skills.SkillSet;
import io.sallyport.model.SandboxId;
import io.sallyport.model.SkillStatus;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link SkillControl} over the state of one gateway: a change of a sandbox's skills is written first, then put in
 * force, in the sandbox's lane. Safe for concurrent use.
 */
final class Skills implements SkillControl {
    private static final Logger LOG = LoggerFactory.getLogger(Skills.class);

    /** Limit of skills that one sandbox turned on or off, including skills that no longer exist. */
    private static final int MAX_TURNED = 2_000;

    private static final SkillsAnswer FULL = new SkillsAnswer.Unavailable("too many changes wait");

    private final ChangeQueues lanes;
    private final SandboxStates states;
    private final CompiledPolicies policies;
    private final RegistryOfSkills registry;

    Skills(ChangeQueues lanes, SandboxStates states, CompiledPolicies policies, RegistryOfSkills registry) {
        this.lanes = lanes;
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

    @Override
    public @Nullable SkillsView get(SandboxId id) {
        SandboxState found = states.find(id);
        return found == null ? null : SkillViews.of(id, skills(found).state(), registry);
    }

    @Override
    public CompletionStage<SkillsAnswer> put(SandboxId id, Map<String, String> manifests) {
        return lanes.run(
                id.text(),
                () -> {
                    SkillSets.Read read = read(manifests);
                    return read.isWhole()
                            ? change(
                                    id,
                                    stored -> stored.with(manifests),
                                    state -> new State(read.set(), state.turned()))
                            : new SkillsAnswer.Refused(read.diagnostics());
                },
                FULL);
    }

    @Override
    public CompletionStage<SkillsAnswer> remove(SandboxId id) {
        return lanes.run(
                id.text(),
                () -> change(id, stored -> stored.with(null), state -> new State(null, state.turned())),
                FULL);
    }

    @Override
    public CompletionStage<SkillsAnswer> turn(SandboxId id, String skill, boolean on) {
        return lanes.run(id.text(), () -> turnInLane(id, skill, on), FULL);
    }

    @Override
    public CompletionStage<SkillsAnswer> reload(SandboxId id) {
        return lanes.run(id.text(), () -> reloadInLane(id), FULL);
    }

    private SkillsAnswer turnInLane(SandboxId id, String name, boolean on) {
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

    private SkillsAnswer reloadInLane(SandboxId id) {
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
        try (var _ = states.lockFamily(null, id)) {
            SandboxState found = states.find(id);
            if (found == null) {
                return new SkillsAnswer.Unknown();
            }
            states.store().saveSkills(id, stored.apply(states.store().skills(id)));
            skills(found).replace(state.apply(skills(found).state()));
            return answer(id);
        } catch (StateException e) {
            LOG.error("a change of the skills of {} is not in force: the state cannot be written", id, e);
            return new SkillsAnswer.Unavailable("the state cannot be written");
        }
    }

    private SkillsAnswer answer(SandboxId id) {
        SkillsView view = get(id);
        return view == null ? new SkillsAnswer.Unknown() : new SkillsAnswer.InForce(view);
    }

    private static SandboxSkills skills(SandboxState found) {
        return found.sandbox().admission().skills();
    }
}
