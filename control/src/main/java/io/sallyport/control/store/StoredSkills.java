package io.sallyport.control.store;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one sandbox's skills.
 *
 * @param manifests file name to text, as pushed; null if none were pushed
 * @param turned skill to whether it was turned on (true) or off
 */
public record StoredSkills(@Nullable Map<String, String> manifests, Map<String, Boolean> turned) {
    /** No settings. */
    public static final StoredSkills NONE = new StoredSkills(null, Map.of());

    public StoredSkills {
        manifests = manifests == null ? null : Map.copyOf(manifests);
        turned = Map.copyOf(turned);
    }

    /** Returns a copy with one skill turned on or off. */
    public StoredSkills turning(String skill, boolean on) {
        var all = new HashMap<>(turned);
        all.put(skill, on);
        return new StoredSkills(manifests, all);
    }

    /** Returns a copy with other manifests. */
    public StoredSkills with(@Nullable Map<String, String> others) {
        return new StoredSkills(others, turned);
    }
}
