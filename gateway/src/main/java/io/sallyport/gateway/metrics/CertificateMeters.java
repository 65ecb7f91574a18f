package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** When certificates of the gateway end, and how many leaves it signed. */
public final class CertificateMeters implements RefreshedMeters {
    private final Map<String, Supplier<@Nullable Instant>> ends;
    private final LongSupplier leaves;
    private @Nullable MultiGauge rows;

    /**
     * @param ends by the word for the certificate: when it ends, null while there is none
     * @param leaves how many leaves were signed since the start
     */
    public CertificateMeters(Map<String, Supplier<@Nullable Instant>> ends, LongSupplier leaves) {
        this.ends = Map.copyOf(ends);
        this.leaves = leaves;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        rows = MultiGauge.builder("sallyport.certificate.expires.timestamp")
                .baseUnit("seconds")
                .description("When a certificate ends, since the epoch; of several the first.")
                .register(registry);
        FunctionCounter.builder("sallyport.leaves.minted", leaves, LongSupplier::getAsLong)
                .description("Certificates for targets that were signed for sandboxes.")
                .register(registry);
    }

    @Override
    public void refresh() {
        List<MultiGauge.Row<?>> now = new ArrayList<>();
        ends.forEach((word, end) -> {
            Instant at = end.get();
            if (at != null) {
                now.add(MultiGauge.Row.of(Tags.of("certificate", word), at.getEpochSecond()));
            }
        });
        Objects.requireNonNull(rows, "not bound").register(now, true);
    }
}
