package io.sallyport.control.store;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was said of the skills of one sandbox.
 *
 * @param manifests file name to text, as they were pushed; null where none were
 * @param turned skill to whether it was turned on or off
 */
public record StoredSkills(@Nullable Map<String, String> manifests, Map<String, Boolean> turned) {
    /** Nothing was said. */
    public static final StoredSkills NONE = new StoredSkills(null, Map.of());

    public StoredSkills {
        manifests = manifests == null ? null : Map.copyOf(manifests);
        turned = Map.copyOf(turned);
    }

    /** The same with one skill turned on or off. */
    public StoredSkills turning(String skill, boolean on) {
        var all = new HashMap<>(turned);
        all.put(skill, on);
        return new StoredSkills(manifests, all);
    }

    /** The same with other manifests. */
    public StoredSkills with(@Nullable Map<String, String> others) {
        return new StoredSkills(others, turned);
    }
}
