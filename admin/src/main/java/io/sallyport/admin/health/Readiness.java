package io.sallyport.admin.health;

import java.util.List;
import java.util.function.Supplier;

/** Whether the gateway can serve; {@code gateway} fills it. Safe for concurrent use, returns at once. */
@FunctionalInterface
public interface Readiness {
    /** All that is looked at, in a fixed order; the gateway is ready when each holds. */
    List<ReadinessCheck> checks();

    /** The checks that {@code each} makes, whenever it is asked; they return at once. */
    static Readiness of(List<Supplier<ReadinessCheck>> each) {
        List<Supplier<ReadinessCheck>> all = List.copyOf(each);
        return () -> all.stream().map(Supplier::get).toList();
    }
}
