package io.sallyport.decision.skills;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The skills of one source, replaced whole. Immutable.
 *
 * @param byId in alphabetical order
 * @param digest lower-case hex SHA-256 over all of them
 */
public record SkillSet(Map<String, Skill> byId, String digest) {
    /** Skills of one source. */
    public static final int MAX_SKILLS = 1_000;

    /** No skill: what a source that cannot be read has. */
    public static final SkillSet EMPTY = new SkillSet(Map.of(), "");

    public SkillSet {
        if (byId.size() > MAX_SKILLS) {
            throw new IllegalArgumentException("skills: " + byId.size() + " (expected: at most " + MAX_SKILLS + ")");
        }
        byId = Collections.unmodifiableMap(new TreeMap<>(byId));
    }

    public @Nullable Skill find(String id) {
        return byId.get(id);
    }

    public Collection<Skill> all() {
        return byId.values();
    }
}
