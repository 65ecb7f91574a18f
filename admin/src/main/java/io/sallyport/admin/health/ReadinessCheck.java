package io.sallyport.admin.health;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the gateway needs to serve, and how it stands. Immutable.
 *
 * @param name stable, lower case: {@code policy}, {@code audit}, {@code state}
 * @param failure a few words on what is missing, safe to show and without a path; null while nothing is
 */
public record ReadinessCheck(String name, @Nullable String failure) {
    public ReadinessCheck {
        Objects.requireNonNull(name, "name");
    }

    /** A check that holds. */
    public static ReadinessCheck ok(String name) {
        return new ReadinessCheck(name, null);
    }

    public boolean isOk() {
        return failure == null;
    }
}
