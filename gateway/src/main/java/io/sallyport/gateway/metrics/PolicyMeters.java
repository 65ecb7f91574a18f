package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.control.CompiledPolicies;

/** Meters of how policies are read. */
public final class PolicyMeters implements MeterBinder {
    private final CompiledPolicies policies;

    public PolicyMeters(CompiledPolicies policies) {
        this.policies = policies;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("sallyport.policy.relaxed", policies, CompiledPolicies::relaxed)
                .description("Points in which the dialect of network policies accepted what the strict one refuses.")
                .register(registry);
    }
}
