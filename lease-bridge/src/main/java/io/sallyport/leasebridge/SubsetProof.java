package io.sallyport.leasebridge;

import io.sallyport.model.Sha256;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a child's lease is within its parent's: for each entry of the child, the entry of the parent that covers it.
 * Immutable.
 *
 * @param steps in the order of the child's lease
 */
public record SubsetProof(List<Step> steps) {
    /** Stands in the place of an entry where the parent does not limit what the child limits. */
    static final String UNLIMITED = "";

    public SubsetProof {
        steps = List.copyOf(steps);
    }

    /**
     * One entry.
     *
     * @param limit a capability, or a member of {@code lease_constraints}
     * @param child the child's entry
     * @param parent the parent's that covers it; empty where the parent has no such limit
     */
    public record Step(String limit, String child, String parent) {}

    /**
     * Returns the proof, or null if the child is not proven to be within the parent. An amount of a currency that the
     * parent's lease does not name is passed: it comes from a lease above it, whose part only the ledger knows.
     */
    public static @Nullable SubsetProof of(Lease child, Lease parent) {
        return LeaseSubset.of(child, parent, given(child, parent)) instanceof LeaseSubset.Within
                ? new SubsetProof(steps(child, parent))
                : null;
    }

    private static Map<String, BigDecimal> given(Lease child, Lease parent) {
        Map<String, BigDecimal> given = new LinkedHashMap<>(budget(child));
        given.putAll(budget(parent));
        return given;
    }

    private static Map<String, BigDecimal> budget(Lease lease) {
        Map<String, BigDecimal> budget = lease.budget();
        return budget == null ? Map.of() : budget;
    }

    private static List<Step> steps(Lease child, Lease parent) {
        List<Step> steps = new ArrayList<>();
        ComparisonBudget effort = new ComparisonBudget();
        child.capabilities().forEach((name, patterns) -> {
            var cover = new PatternCover(name, parent.capabilities().getOrDefault(name, List.of()), effort);
            for (LeasePattern pattern : patterns) {
                LeasePattern covering = cover.covering(pattern);
                steps.add(new Step(name, pattern.text(), covering == null ? UNLIMITED : covering.text()));
            }
        });
        Map<String, BigDecimal> totals = budget(parent);
        budget(child)
                .forEach((currency, amount) -> steps.add(new Step(
                        "cost.budget",
                        currency + ":" + amount.toPlainString(),
                        amount(currency, totals.get(currency)))));
        addLimit(steps, "max_uses", child.maxUses(), parent.maxUses());
        child.hosts()
                .forEach(ceiling -> steps.add(new Step(
                        "hosts",
                        ceiling.text(),
                        parent.hosts().stream()
                                .filter(given -> given.covers(ceiling))
                                .findFirst()
                                .map(given -> given.text())
                                .orElse(UNLIMITED))));
        addLimit(steps, "expires_at", child.expiresAt(), parent.expiresAt());
        return steps;
    }

    private static String amount(String currency, @Nullable BigDecimal total) {
        return total == null ? UNLIMITED : currency + ":" + total.toPlainString();
    }

    private static void addLimit(List<Step> steps, String limit, @Nullable Object child, @Nullable Object parent) {
        if (child != null) {
            steps.add(new Step(limit, child.toString(), parent == null ? UNLIMITED : parent.toString()));
        }
    }

    /** Returns the lower-case hex SHA-256 of the steps between leases of those digests. */
    public String digest(String child, String parent) {
        List<String> texts = new ArrayList<>(List.of(child, parent));
        steps.forEach(step -> texts.addAll(List.of(step.limit(), step.child(), step.parent())));
        return Sha256.hexOfAll(texts.toArray(String[]::new));
    }
}
