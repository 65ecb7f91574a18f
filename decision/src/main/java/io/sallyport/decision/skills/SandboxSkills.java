package io.sallyport.decision.skills;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What is true of the skills of one sandbox: its own set, what was turned on and off, and what was asked of late. */
public final class SandboxSkills {
    private final AtomicReference<State> state = new AtomicReference<>(State.NONE);
    private final CallRates rates;

    /** @param nanoClock elapsed nanoseconds, for rates */
    public SandboxSkills(LongSupplier nanoClock) {
        this.rates = new CallRates(nanoClock);
    }

    /**
     * What was said of the skills of one sandbox. Immutable.
     *
     * @param pushed the sandbox's own set, or null where it has none
     * @param turned skill to whether it was turned on or off
     */
    public record State(@Nullable SkillSet pushed, Map<String, Boolean> turned) {
        /** Nothing was said. */
        public static final State NONE = new State(null, Map.of());

        public State {
            turned = Map.copyOf(turned);
        }

        /** The same with one skill turned on or off. */
        public State turning(String skill, boolean on) {
            var all = new HashMap<>(turned);
            all.put(skill, on);
            return new State(pushed, all);
        }

        /** Whether a skill of this sandbox's sources is in use. */
        public boolean isOn(Skill skill) {
            return skill.isOn(turned.get(skill.id()));
        }
    }

    public State state() {
        return state.getAcquire();
    }

    /** In force for the next question. Changes of one sandbox come one after the other. */
    public void replace(State next) {
        state.setRelease(next);
    }

    /** What its skills and its capabilities have taken of their rates. */
    public CallRates rates() {
        return rates;
    }
}
