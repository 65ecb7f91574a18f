package io.sallyport.leasebridge;

import io.sallyport.leasebridge.limit.HostCeiling;
import io.sallyport.leasebridge.limit.LeaseLimits;
import io.sallyport.model.Grant;
import io.sallyport.model.Sha256;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The capability grant of one job (ARCP 1.1, with the matching chapters of 1.0), parsed and canonical. Immutable.
 * Created only by {@link LeaseReader}.
 */
public final class Lease {
    private final Map<String, List<LeasePattern>> capabilities;
    private final @Nullable Map<String, BigDecimal> budget;
    private final LeaseLimits limits;

    Lease(Map<String, List<LeasePattern>> capabilities, @Nullable Map<String, BigDecimal> budget, LeaseLimits limits) {
        this.capabilities = Collections.unmodifiableMap(new LinkedHashMap<>(capabilities));
        this.budget = budget == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(budget));
        this.limits = limits;
    }

    /** Returns how often the lease may be used in all, at least 1, or null if that is not limited. */
    public @Nullable Integer maxUses() {
        return limits.maxUses();
    }

    /** Returns the ceilings of some hosts, each pattern once. */
    public List<HostCeiling> hosts() {
        return limits.hosts();
    }

    /** Returns all of its constraints. */
    LeaseLimits limits() {
        return limits;
    }

    /** Returns the instant from which every operation is refused, or null if the lease does not expire. */
    public @Nullable Instant expiresAt() {
        return limits.expiresAt();
    }

    /** Returns the patterns of a capability as written, or null if the lease does not have it. */
    public @Nullable List<String> patterns(String capability) {
        List<LeasePattern> patterns = capabilities.get(capability);
        return patterns == null
                ? null
                : patterns.stream().map(LeasePattern::text).toList();
    }

    /**
     * Returns the lower-case hex SHA-256 of what the lease says: of equal leases it is the same, however they are
     * written.
     */
    public String digest() {
        List<String> texts = new ArrayList<>();
        new TreeMap<>(capabilities).forEach((name, patterns) -> {
            texts.add(name);
            texts.add(Integer.toString(patterns.size()));
            patterns.forEach(pattern -> texts.add(pattern.text()));
        });
        texts.add("cost.budget");
        new TreeMap<>(budget == null ? Map.of() : budget)
                .forEach((currency, amount) ->
                        texts.add(currency + ":" + amount.stripTrailingZeros().toPlainString()));
        texts.add("lease_constraints");
        texts.add(String.valueOf(budget == null));
        texts.add(String.valueOf(limits.expiresAt()));
        texts.add(String.valueOf(limits.maxUses()));
        limits.hosts().stream().map(HostCeiling::text).sorted().forEach(texts::add);
        return Sha256.hexOfAll(texts.toArray(String[]::new));
    }

    /** Returns a copy that expires at {@code end}; null for never. */
    public Lease endingAt(@Nullable Instant end) {
        return new Lease(capabilities, budget, limits.endingAt(end));
    }

    /** Returns a copy without that capability. */
    public Lease without(String capability) {
        var rest = new LinkedHashMap<>(capabilities);
        rest.remove(capability);
        return new Lease(rest, budget, limits);
    }

    /** Returns patterns by capability name, in order, without {@code cost.budget}. */
    Map<String, List<LeasePattern>> capabilities() {
        return capabilities;
    }

    /** Returns currency to total, or null if the lease has no budget and so no budget check. */
    public @Nullable Map<String, BigDecimal> budget() {
        return budget;
    }

    /**
     * Returns whether the automata that compare leases cover an operation: its capability is present and at least one
     * pattern matches. Ignores expiry and budget; a target without canonical form is never covered. What enforces a
     * lease is the policy compiled from {@link #grants}; tests compare the two.
     */
    public boolean covers(String capability, String target) {
        Capability kind = Capability.of(capability);
        LeaseTarget canonical = kind == null ? null : LeaseTarget.parse(kind, target);
        return canonical != null && covers(capability, canonical, new ComparisonBudget());
    }

    /** Returns the canonical form of a target, or null if it has none; nothing then covers it. */
    public static @Nullable String canonicalTarget(String capability, String target) {
        Capability kind = Capability.of(capability);
        LeaseTarget canonical = kind == null ? null : LeaseTarget.parse(kind, target);
        return canonical == null ? null : canonical.text();
    }

    private boolean covers(String capability, LeaseTarget target, ComparisonBudget effort) {
        return capabilities.getOrDefault(capability, List.of()).stream()
                .anyMatch(pattern -> target.isCoveredBy(pattern, effort));
    }

    /**
     * Returns the lease's grants, one or more per pattern; {@code rule} names the pattern, such as {@code
     * lease:net.fetch[0]}.
     */
    public List<Grant> grants() {
        return LeaseGrants.of(capabilities);
    }
}
