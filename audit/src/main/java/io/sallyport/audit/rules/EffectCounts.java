package io.sallyport.audit.rules;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The counts of rules for one effect. The security team's rules have room that no sandbox's own Rego can use up. */
final class EffectCounts {
    private final BoundedCounts team = new BoundedCounts(RuleCounts.MAX_RULES);
    private final BoundedCounts others = new BoundedCounts(RuleCounts.MAX_RULES);

    /** Returns the count of a rule, or the one that it shares. */
    RuleCount of(String rule) {
        return pool(rule).of(rule);
    }

    /** Returns the hits of a rule that has a count of its own, else 0. */
    long hits(String rule) {
        RuleCount found = pool(rule).find(rule);
        return found == null ? 0 : found.hits();
    }

    private BoundedCounts pool(String rule) {
        return rule.startsWith("guardrails:") || rule.startsWith(RuleCounts.CANDIDATE) ? team : others;
    }

    void forget(Predicate<String> gone) {
        team.forget(gone);
        others.forget(gone);
    }

    /** Returns each rule that has a count of its own, most hits first. */
    List<RuleRow> rows() {
        return Stream.of(team, others)
                .flatMap(counts -> counts.byName().entrySet().stream())
                .map(one -> one.getValue().row(one.getKey()))
                .sorted(Comparator.comparingLong(RuleRow::hits).reversed().thenComparing(RuleRow::rule))
                .toList();
    }

    /** Returns the hits of all rules without a count of their own. */
    long others() {
        return team.others().hits() + others.others().hits();
    }
}
