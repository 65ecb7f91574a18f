package io.sallyport.audit.rules;

import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.Reported;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How often each rule in report mode would have refused a request, since the start of the gateway. Safe for concurrent
 * use, without a lock; a request whose rule, host and sandbox are known already allocates nothing.
 *
 * <p>Names of rules may be made of requests. So rules, and the hosts and sandboxes of each, are bounded; the security
 * team's rules have counts that no sandbox's own Rego can use up.
 */
public final class RuleCounts {
    /** The number of the security team's rules that have a count of their own, and the number of all other rules. */
    public static final int MAX_RULES = 500;

    /** The number of hosts of one rule that have a count of their own, and the number of sandboxes. */
    public static final int MAX_NAMES = 20;

    private static final String CANDIDATE = "candidate:";

    private final long sinceMillis;
    private final BoundedCounts<RuleCount> team = new BoundedCounts<>(MAX_RULES, RuleCount::new);
    private final BoundedCounts<RuleCount> others = new BoundedCounts<>(MAX_RULES, RuleCount::new);
    private final LongAdder notAsked = new LongAdder();

    /** @param sinceMillis now, milliseconds since the epoch */
    public RuleCounts(long sinceMillis) {
        this.sinceMillis = sinceMillis;
    }

    /**
     * Counts one allowed request.
     *
     * @param timeMillis when it was read, milliseconds since the epoch
     */
    public void count(long timeMillis, Reported reported, @Nullable String host, @Nullable String sandbox) {
        List<DenyRule> denies = reported.denies();
        for (int i = 0; i < denies.size(); i++) {
            String rule = denies.get(i).rule();
            (isOfTeam(rule) ? team : others).of(rule).add(timeMillis, host, sandbox);
        }
        if (reported.notAsked()) {
            notAsked.increment();
        }
    }

    private static boolean isOfTeam(String rule) {
        return rule.startsWith("guardrails:") || rule.startsWith(CANDIDATE);
    }

    /** Forgets the counts of the candidate's rules, also as the policies of ancestors have them. */
    public void forgetCandidate() {
        team.forget(RuleCounts::isOfCandidate);
        others.forget(RuleCounts::isOfCandidate);
    }

    private static boolean isOfCandidate(String rule) {
        return rule.startsWith(CANDIDATE) || (rule.startsWith("parent:") && rule.contains("/" + CANDIDATE));
    }

    /** Returns when counting began, milliseconds since the epoch. */
    public long sinceMillis() {
        return sinceMillis;
    }

    /** Returns each rule that has a count of its own, most hits first. */
    public List<RuleRow> rows() {
        return Stream.of(team, others)
                .flatMap(counts -> counts.byName().entrySet().stream())
                .map(one -> one.getValue().row(one.getKey()))
                .sorted(Comparator.comparingLong(RuleRow::hits).reversed().thenComparing(RuleRow::rule))
                .toList();
    }

    /** Returns the hits of all rules without a count of their own. */
    public long otherRules() {
        return team.others().hits() + others.others().hits();
    }

    /** Returns how many requests a rule in report mode could not be asked about. */
    public long notAsked() {
        return notAsked.sum();
    }
}
