package io.sallyport.configuration.key;

import org.jspecify.annotations.Nullable;

/**
 * A setting as it is in force, for people. Immutable.
 *
 * @param key dotted path, with the names that the operator chose
 * @param value null where it is free text, which may be a secret; for a default, a description
 * @param place the file and line that say so; null for a default
 */
public record Setting(
        String key, @Nullable String value, @Nullable String place) {}
