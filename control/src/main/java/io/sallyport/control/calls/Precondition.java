package io.sallyport.control.calls;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of the version in force for a call to go on (RFC 9110 section 13.1). A version is named by its entity
 * tag without the quotes. Immutable.
 */
public sealed interface Precondition {
    /** Holds of every version, and of none. */
    Precondition NONE = new Always();

    /** Returns whether it holds of {@code tag}, the version in force; null if there is none. */
    boolean holds(@Nullable String tag);

    record Always() implements Precondition {
        @Override
        public boolean holds(@Nullable String tag) {
            return true;
        }
    }

    /** {@code If-Match: *}: there is a version. */
    record Exists() implements Precondition {
        @Override
        public boolean holds(@Nullable String tag) {
            return tag != null;
        }
    }

    /** {@code If-None-Match: *}: there is none. */
    record Absent() implements Precondition {
        @Override
        public boolean holds(@Nullable String tag) {
            return tag == null;
        }
    }

    /** {@code If-Match} with tags: the version is one of them. */
    record OneOf(Set<String> tags) implements Precondition {
        public OneOf {
            tags = Set.copyOf(tags);
        }

        @Override
        public boolean holds(@Nullable String tag) {
            return tag != null && tags.contains(tag);
        }
    }

    /** {@code If-None-Match} with tags: the version is none of them. */
    record NoneOf(Set<String> tags) implements Precondition {
        public NoneOf {
            tags = Set.copyOf(tags);
        }

        @Override
        public boolean holds(@Nullable String tag) {
            return tag == null || !tags.contains(tag);
        }
    }
}
