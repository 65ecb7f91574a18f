package io.sallyport.leasebridge;

import io.sallyport.model.Grant;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The capability grant of one job (ARCP 1.1, with the matching chapters of 1.0), read and canonical. Immutable. Only
 * {@link LeaseReader} makes one.
 */
public final class Lease {
    private final Map<String, List<LeasePattern>> capabilities;
    private final @Nullable Map<String, BigDecimal> budget;
    private final @Nullable Instant expiresAt;

    Lease(
            Map<String, List<LeasePattern>> capabilities,
            @Nullable Map<String, BigDecimal> budget,
            @Nullable Instant expiresAt) {
        this.capabilities = Collections.unmodifiableMap(new LinkedHashMap<>(capabilities));
        this.budget = budget == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(budget));
        this.expiresAt = expiresAt;
    }

    /** The instant from which on every operation is refused, or null where the lease does not expire. */
    public @Nullable Instant expiresAt() {
        return expiresAt;
    }

    /** The patterns of {@code net.fetch} as written, in their order. */
    public List<String> urls() {
        List<String> texts = patterns("net.fetch");
        return texts == null ? List.of() : texts;
    }

    /** The patterns of a capability as written, or null where the lease does not have it. */
    public @Nullable List<String> patterns(String capability) {
        List<LeasePattern> patterns = capabilities.get(capability);
        return patterns == null
                ? null
                : patterns.stream().map(LeasePattern::text).toList();
    }

    /** The same lease with another end. */
    public Lease endingAt(@Nullable Instant end) {
        return new Lease(capabilities, budget, end);
    }

    /** The same lease without that capability. */
    public Lease without(String capability) {
        var rest = new LinkedHashMap<>(capabilities);
        rest.remove(capability);
        return new Lease(rest, budget, expiresAt);
    }

    /** Capability names in their order; {@code cost.budget} is not among them. */
    Map<String, List<LeasePattern>> capabilities() {
        return capabilities;
    }

    /** Currency to total, or null where the lease has no budget and so no budget check. */
    public @Nullable Map<String, BigDecimal> budget() {
        return budget;
    }

    /**
     * Whether an operation is covered by the automata that leases are compared with: its capability is present and at least
     * one pattern matches. Expiry and budget are not asked here; a target without canonical form is covered by nothing. What
     * enforces a lease is the policy that is compiled of {@link #grants}; tests compare the two.
     */
    public boolean covers(String capability, String target) {
        Capability kind = Capability.of(capability);
        Target canonical = kind == null ? null : Target.parse(kind, target);
        return canonical != null && covers(capability, canonical, new ComparisonBudget());
    }

    /** The canonical form of a target, or null where it has none; it covers nothing then. */
    public static @Nullable String canonicalTarget(String capability, String target) {
        Capability kind = Capability.of(capability);
        Target canonical = kind == null ? null : Target.parse(kind, target);
        return canonical == null ? null : canonical.text();
    }

    private boolean covers(String capability, Target target, ComparisonBudget effort) {
        return capabilities.getOrDefault(capability, List.of()).stream()
                .anyMatch(pattern -> target.isCoveredBy(pattern, effort));
    }

    /** What the lease grants, one or more for each pattern; {@code rule} names the pattern as {@code lease:net.fetch[0]}. */
    public List<Grant> grants() {
        return LeaseGrants.of(capabilities);
    }
}
