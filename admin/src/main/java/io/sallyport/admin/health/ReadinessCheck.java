package io.sallyport.admin.health;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one check that readiness depends on. Immutable.
 *
 * @param name stable, lower case: {@code policy}, {@code audit}, {@code state}
 * @param failure a few words on what is missing, safe to show and without a path; null if the check passes
 */
public record ReadinessCheck(String name, @Nullable String failure) {
    public ReadinessCheck {
        Objects.requireNonNull(name, "name");
    }

    /** Returns a check that passes. */
    public static ReadinessCheck ok(String name) {
        return new ReadinessCheck(name, null);
    }

    public boolean isOk() {
        return failure == null;
    }
}
