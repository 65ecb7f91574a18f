package io.sallyport.control;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON texts of leases that were found to be readable. */
final class LeaseTexts {
    private static final JsonMapper JSON = JsonMapper.shared();

    private LeaseTexts() {}

    /** Whether two texts say the same, however they are written; an empty object is not the same as none. */
    static boolean areSame(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.equals(other) || tree(one).equals(tree(other));
    }

    /** Null where the text is no JSON, which is for its reader to say. */
    static @Nullable JsonNode read(String text) {
        try {
            return tree(text);
        } catch (JacksonException _) {
            return null;
        }
    }

    static JsonNode tree(String text) {
        return JSON.readTree(text);
    }
}
