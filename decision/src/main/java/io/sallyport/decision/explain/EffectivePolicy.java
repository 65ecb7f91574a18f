package io.sallyport.decision.explain;

import io.sallyport.model.Phase;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.TrialTerms;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that decides what one sandbox may do: its own lines, those above it, and what holds now. Immutable.
 *
 * @param loads false if its documents do not load: everything is refused
 * @param expiresAt the earliest end of its grants and those above, or null
 * @param ended why everything is refused now, such as {@code lease_expired}; null if nothing ended
 * @param remaining currency to what is left of its budgets; zero or below is spent
 * @param lines the highest layer first
 */
public record EffectivePolicy(
        SandboxId sandbox,
        long generation,
        String digest,
        boolean loads,
        Phase phase,
        @Nullable Instant expiresAt,
        @Nullable String ended,
        Map<String, BigDecimal> remaining,
        TrialTerms trials,
        List<EffectiveLine> lines) {
    public EffectivePolicy {
        remaining = Map.copyOf(remaining);
        lines = List.copyOf(lines);
    }

    /** Returns the policy without the lines of the guardrails, which not everybody may read. */
    public EffectivePolicy withoutGuardrails() {
        return new EffectivePolicy(
                sandbox,
                generation,
                digest,
                loads,
                phase,
                expiresAt,
                ended,
                remaining,
                trials,
                lines.stream()
                        .filter(line -> line.layer() != PolicyLayer.ORGANISATION)
                        .toList());
    }
}
