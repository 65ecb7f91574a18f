package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.sallyport.control.calls.ChangeMeter;
import io.sallyport.decision.DecisionMeter;
import io.sallyport.egress.DialMeter;
import io.sallyport.egress.dns.LookupMeter;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.telemetry.ProxyMeter;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Exports what the parts of a gateway count. */
final class PartCounters implements RefreshedMeters {
    private final PartMeters parts;
    private @Nullable NonzeroCounters appearing;

    PartCounters(PartMeters parts) {
        this.parts = parts;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        bindDecisions(registry);
        bindLookups(registry);
        bindProxy(registry);
        bindChanges(registry);
        appearing = failures(registry);
        counter(registry, "dials", "Connections that were opened to targets.", parts.dials(), DialMeter::openedCount);
        Gauge.builder("sallyport.failure.mode.allowed", () -> 0)
                .description("Always 0: no fault of policy, audit or the gateway lets a request through.")
                .register(registry);
    }

    private void bindDecisions(MeterRegistry registry) {
        DecisionMeter decisions = parts.decisions();
        String help = "Decisions of single policies: remembered, or made afresh.";
        counter(registry, "policy.decisions", help, decisions, DecisionMeter::rememberedCount, "made", "remembered");
        counter(registry, "policy.decisions", help, decisions, DecisionMeter::freshCount, "made", "afresh");
        counter(
                registry,
                "policy.steps",
                "Steps of evaluations of Rego, about ten nanoseconds each.",
                decisions,
                DecisionMeter::steps);
    }

    private NonzeroCounters failures(MeterRegistry registry) {
        var counters = new NonzeroCounters(registry);
        for (ReasonCode reason : ReasonCode.values()) {
            counters.add(
                    "sallyport.dial.failures",
                    "Dials that ended without a connection.",
                    Tags.of("reason", reason.word()),
                    parts.dials(),
                    dials -> dials.failures(reason));
        }
        return counters;
    }

    private void bindLookups(MeterRegistry registry) {
        LookupMeter lookups = parts.dials().lookups();
        String name = "dns.resolutions";
        String help = "Resolutions of names of targets.";
        counter(registry, name, help, lookups, LookupMeter::cachedCount, "result", "cached");
        counter(registry, name, help, lookups, LookupMeter::answeredCount, "result", "answered");
        counter(registry, name, help, lookups, LookupMeter::failedCount, "result", "failed");
        counter(registry, name, help, lookups, LookupMeter::refusedCount, "result", "refused");
    }

    private void bindProxy(MeterRegistry registry) {
        ProxyMeter proxy = parts.proxy();
        counter(registry, "tunnels", "Tunnels that were opened.", proxy, ProxyMeter::tunnelsOpenedCount);
        counter(registry, "relayed.bytes", "Bytes that passed, both ways.", proxy, ProxyMeter::relayedBytes);
        String help = "Requests by the connection they were sent on: a kept one, or one that was waited for.";
        counter(registry, "upstream.requests", help, proxy, ProxyMeter::reusedCount, "connection", "kept");
        counter(registry, "upstream.requests", help, proxy, ProxyMeter::dialledCount, "connection", "dialled");
        Gauge.builder("sallyport.upstream.idle.connections", proxy, ProxyMeter::idleCount)
                .description("Connections to targets that are kept for later requests.")
                .register(registry);
        Gauge.builder("sallyport.tunnels.open", proxy, ProxyMeter::tunnelsOpen)
                .description("Tunnels that are open.")
                .register(registry);
    }

    private void bindChanges(MeterRegistry registry) {
        ChangeMeter changes = parts.changes();
        String help = "Changes of the policy of a sandbox, and of guardrails.";
        counter(registry, "policy.changes", help, changes, ChangeMeter::inForceCount, "outcome", "in_force");
        counter(registry, "policy.changes", help, changes, ChangeMeter::refusedCount, "outcome", "refused");
        TimeGauge.builder("sallyport.policy.changed.timestamp", changes, TimeUnit.MILLISECONDS, ChangeMeter::lastMillis)
                .description("When the last change came into force, since the epoch; 0 before the first.")
                .register(registry);
    }

    private static <T> void counter(
            MeterRegistry registry, String name, String help, T of, ToDoubleFunction<T> value, String... tags) {
        FunctionCounter.builder("sallyport." + name, of, value)
                .tags(tags)
                .description(help)
                .register(registry);
    }

    @Override
    public void refresh() {
        Objects.requireNonNull(appearing, "not bound").refresh();
    }
}
