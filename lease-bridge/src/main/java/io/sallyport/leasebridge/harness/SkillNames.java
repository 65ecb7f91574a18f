package io.sallyport.leasebridge.harness;

import io.sallyport.leasebridge.harness.Sourced.Listing;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges skills by base name: a child's skill replaces the base's skill of that name, and their file overrides are
 * merged.
 */
final class SkillNames {
    private SkillNames() {}

    static Sourced join(Sourced lower, Sourced upper) {
        if (!(lower instanceof Listing below) || !(upper instanceof Listing above)) {
            return upper.isEmpty() ? lower : upper;
        }
        var skills = new LinkedHashMap<Object, Sourced>();
        below.items().forEach(skill -> skills.put(key(skill), skill));
        above.items().forEach(skill -> skills.merge(key(skill), skill, SkillNames::replaced));
        return new Listing(List.copyOf(skills.values()), above.origin());
    }

    /** Returns the path or URL that an entry names, or null if it names none. */
    static @Nullable String reference(Sourced skill) {
        return switch (skill) {
            case Sourced.Text text when !text.isEmpty() -> text.text();
            case Mapping entry
            when entry.members().size() == 1 -> entry.members().firstEntry().getKey();
            case Sourced.Text _, Mapping _, Listing _ -> null;
        };
    }

    /** Returns the last segment of a path or URL, without the pin. */
    static String baseName(String reference) {
        String path = reference.split("#", 2)[0];
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return trimmed.substring(trimmed.lastIndexOf('/') + 1);
    }

    private static Object key(Sourced skill) {
        String reference = reference(skill);
        return reference == null ? skill : baseName(reference);
    }

    /** Returns the child's skill with the base's overrides merged below its own. */
    private static Sourced replaced(Sourced lower, Sourced upper) {
        Mapping below = overrides(lower);
        if (below.isEmpty()) {
            return upper;
        }
        var files = new LinkedHashMap<>(below.members());
        files.putAll(overrides(upper).members());
        var entry = new LinkedHashMap<String, Sourced>();
        entry.put(String.valueOf(reference(upper)), new Mapping(files, upper.origin()));
        return new Mapping(entry, upper.origin());
    }

    private static Mapping overrides(Sourced skill) {
        return skill instanceof Mapping entry && entry.members().firstEntry().getValue() instanceof Mapping files
                ? files
                : new Mapping(new LinkedHashMap<>(), skill.origin());
    }
}
