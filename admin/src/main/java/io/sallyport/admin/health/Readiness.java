package io.sallyport.admin.health;

import java.util.List;
import java.util.function.Supplier;

/** Whether the gateway can serve; implemented by {@code gateway}. Safe for concurrent use; returns at once. */
@FunctionalInterface
public interface Readiness {
    /** Returns all checks, in a fixed order. The gateway is ready if each of them passes. */
    List<ReadinessCheck> checks();

    /** Returns checks that readiness does not depend on, in a fixed order. */
    default List<ReadinessCheck> advisories() {
        return List.of();
    }

    /** Returns the same, with checks that it does not depend on; they return at once. */
    default Readiness advised(Supplier<List<ReadinessCheck>> advisories) {
        return new Advised(this, advisories);
    }

    /** Readiness with checks that it does not depend on. */
    record Advised(Readiness readiness, Supplier<List<ReadinessCheck>> other) implements Readiness {
        @Override
        public List<ReadinessCheck> checks() {
            return readiness.checks();
        }

        @Override
        public List<ReadinessCheck> advisories() {
            return other.get();
        }
    }

    /** Returns readiness that runs each check anew on every call. The checks return at once. */
    static Readiness of(List<Supplier<ReadinessCheck>> each) {
        List<Supplier<ReadinessCheck>> all = List.copyOf(each);
        return () -> all.stream().map(Supplier::get).toList();
    }
}
