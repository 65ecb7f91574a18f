package io.sallyport.admin.health;

import org.jspecify.annotations.Nullable;

/**
 * One setting of the gateway, as it is in force. Immutable.
 *
 * @param key dotted path
 * @param value null where it is not shown; for a default, a description
 * @param place the file and line that say so; null for a default
 */
public record ConfiguredValue(
        String key, @Nullable String value, @Nullable String place) {}
