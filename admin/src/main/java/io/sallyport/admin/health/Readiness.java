package io.sallyport.admin.health;

import java.util.List;
import java.util.function.Supplier;

/** Whether the gateway can serve; implemented by {@code gateway}. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface Readiness {
    /** Returns all checks, in a fixed order. The gateway is ready if each of them passes. */
    List<ReadinessCheck> checks();

    /** Returns readiness that runs each check anew on every call. The checks return at once. */
    static Readiness of(List<Supplier<ReadinessCheck>> each) {
        List<Supplier<ReadinessCheck>> all = List.copyOf(each);
        return () -> all.stream().map(Supplier::get).toList();
    }
}
