package io.sallyport.decision.skills;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The skills that the operator keeps, for every sandbox. Safe for concurrent use; readers never wait. */
public final class SkillRegistry {
    private final AtomicReference<@Nullable SkillSet> current = new AtomicReference<>();

    /** Null where the operator keeps none: then a skill is a claim, unless a set was pushed for the sandbox. */
    public @Nullable SkillSet current() {
        return current.getAcquire();
    }

    /** Puts {@code next} in force, for all sandboxes at once. */
    public void replace(SkillSet next) {
        current.setRelease(next);
    }
}
