package io.sallyport.leasebridge.yaml;

import io.sallyport.leasebridge.Place;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A piece of a YAML document with its place. Plain scalars are read by the core schema (YAML 1.2.2 section 10.3). */
public sealed interface YamlNode {
    Place place();

    /** A scalar. */
    record Scalar(String text, boolean plain, Place place) implements YamlNode {
        private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
        private static final Set<String> TRUE = Set.of("true", "True", "TRUE");
        private static final Set<String> FALSE = Set.of("false", "False", "FALSE");

        public boolean isNull() {
            return plain && NULLS.contains(text);
        }

        /** The truth value, or null where this is none. */
        public @Nullable Boolean truth() {
            if (plain && TRUE.contains(text)) {
                return Boolean.TRUE;
            }
            return (plain && FALSE.contains(text)) ? Boolean.FALSE : null;
        }

        /** The whole number in decimal digits, or null where this is none or larger than nine digits. */
        public @Nullable Integer number() {
            return plain && text.matches("[-+]?[0-9]{1,9}") ? Integer.valueOf(text) : null;
        }
    }

    record Items(List<YamlNode> items, Place place) implements YamlNode {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** A mapping; its keys are text and stand once, in order of appearance. */
    record Members(Map<String, Member> members, Place place) implements YamlNode {}

    /** One value under its key. */
    record Member(Place keyPlace, YamlNode value) {}
}
