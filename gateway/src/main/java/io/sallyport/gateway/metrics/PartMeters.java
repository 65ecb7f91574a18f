package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.decision.DecisionMeter;
import io.sallyport.egress.DialMeter;
import io.sallyport.egress.dns.LookupMeter;
import io.sallyport.model.measure.DurationSink;
import io.sallyport.proxy.telemetry.ProxyMeter;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of one gateway count for themselves, without a registry. Safe for concurrent use.
 *
 * @param requests counts what is recorded
 */
public record PartMeters(
        DecisionMeter decisions, DialMeter dials, ProxyMeter proxy, ChangeMeter changes, DoorCounts requests) {
    /**
     * Creates the meters of a gateway that is about to start.
     *
     * @param registry holds their histograms
     * @param exemplars null for histograms without exemplars
     * @param nanoClock elapsed time
     */
    public static PartMeters in(
            MeterRegistry registry, @Nullable ExemplarSpan exemplars, LongSupplier nanoClock, InstantSource wall) {
        var timers = new DurationTimers(registry, exemplars);
        return new PartMeters(
                new DecisionMeter(
                        timers.computing("sallyport.decision", "How long decisions took that were made afresh."),
                        nanoClock),
                new DialMeter(
                        timers.waiting("sallyport.upstream.connect", "How long it took to connect to targets."),
                        handshakes(timers, "target"),
                        new LookupMeter(timers.waiting("sallyport.dns.lookup", "How long lookups of names took."))),
                new ProxyMeter(
                        timers.computing(
                                "sallyport.added",
                                "What the gateway added to requests that it let through, dialling aside."),
                        handshakes(timers, "client")),
                new ChangeMeter(
                        timers.waiting(
                                "sallyport.policy.to.force", "From the call to a changed policy that is in force."),
                        nanoClock,
                        wall),
                DoorCounts.in(timers));
    }

    private static DurationSink handshakes(DurationTimers timers, String side) {
        return timers.waiting("sallyport.tls.handshake", "How long handshakes of TLS took.", "side", side);
    }

    /** Returns what binds these; its holder keeps them. */
    public RefreshedMeters bound() {
        return new PartCounters(this);
    }
}
