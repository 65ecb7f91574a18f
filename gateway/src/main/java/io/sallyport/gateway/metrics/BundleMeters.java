package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.bundles.BundleStatus;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the bundle of guardrails that comes from a server.
 *
 * @param loaded whether one is in force
 * @param failures attempts that failed
 * @param reportFailures reports of the status that did not arrive
 */
public record BundleMeters(
        Supplier<BundleStatus> status, BooleanSupplier loaded, LongSupplier failures, LongSupplier reportFailures)
        implements MeterBinder {
    private static final String NAME = "sallyport.bundle.";

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder(NAME + "active", () -> loaded.getAsBoolean() ? 1 : 0)
                .description("1 while a bundle is in force; without one everything is refused.")
                .register(registry);
        Gauge.builder(NAME + "failing", () -> status.get().message() == null ? 0 : 1)
                .description("1 while the last attempt to get or load the bundle failed.")
                .register(registry);
        FunctionCounter.builder(NAME + "failures", failures, LongSupplier::getAsLong)
                .description("Attempts to get or load the bundle that failed.")
                .register(registry);
        FunctionCounter.builder(NAME + "status.failures", reportFailures, LongSupplier::getAsLong)
                .description("Reports of the bundle's status that did not arrive.")
                .register(registry);
        time(
                registry,
                "last.activation",
                "When a bundle last came into force.",
                BundleStatus::lastSuccessfulActivation);
        time(registry, "last.success", "When the server last answered.", BundleStatus::lastSuccessfulRequest);
    }

    private void time(MeterRegistry registry, String name, String help, Function<BundleStatus, @Nullable Instant> of) {
        TimeGauge.builder(NAME + name, () -> millis(of.apply(status.get())), TimeUnit.MILLISECONDS)
                .description(help + " Seconds since 1970; 0 for never.")
                .register(registry);
    }

    private static long millis(@Nullable Instant time) {
        return time == null ? 0 : time.toEpochMilli();
    }
}
