package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.model.measure.LabelCap;

/**
 * The caps of all labels whose values are not words of the gateway, and how often a value was folded.
 *
 * @param skills those in use
 * @param sandboxes those with budgets or buffered bytes
 * @param currencies those of budgets
 * @param rules of the guardrails
 */
public record LabelCaps(LabelCap skills, LabelCap sandboxes, LabelCap currencies, LabelCap rules)
        implements MeterBinder {
    /** The number of sandboxes that have series of their own. */
    private static final int MAX_SANDBOXES = 1000;

    private static final int MAX_CURRENCIES = 50;

    /** The number of rules that have series of their own, the first to come into force. */
    private static final int MAX_RULES = 200;

    /** Returns fresh caps beside {@code skills}. */
    public static LabelCaps beside(LabelCap skills) {
        return new LabelCaps(
                skills, new LabelCap(MAX_SANDBOXES), new LabelCap(MAX_CURRENCIES), new LabelCap(MAX_RULES));
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        folded(registry, "skill", skills);
        folded(registry, "sandbox", sandboxes);
        folded(registry, "currency", currencies);
        folded(registry, "rule", rules);
    }

    private static void folded(MeterRegistry registry, String label, LabelCap cap) {
        FunctionCounter.builder("sallyport.labels.folded", cap, LabelCap::folded)
                .tag("label", label)
                .description("How often a value of a label had no room, so that its series was folded or left out.")
                .register(registry);
    }
}
