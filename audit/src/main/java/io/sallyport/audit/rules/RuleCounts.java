package io.sallyport.audit.rules;

import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.SandboxId;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How often each rule and grant decided a request, or would have refused it in report mode, since the start of the
 * gateway. Safe for concurrent use; a request whose rule, host and sandbox are known already takes no lock and
 * allocates nothing.
 *
 * <p>Names of rules may be made of requests. So rules, and the hosts and sandboxes of each, are bounded.
 */
public final class RuleCounts {
    /** For each effect: the number of the security team's rules with a count of their own, and of all other rules. */
    public static final int MAX_RULES = 500;

    /** The number of hosts of one rule in report mode that are shown, and the number of sandboxes. */
    public static final int MAX_NAMES = 20;

    static final String CANDIDATE = "candidate:";

    private final long sinceMillis;
    private final EffectCounts allowed = new EffectCounts();
    private final EffectCounts denied = new EffectCounts();
    private final EffectCounts reported = new EffectCounts();
    private final LongAdder notAsked = new LongAdder();

    /** @param sinceMillis now, milliseconds since the epoch */
    public RuleCounts(long sinceMillis) {
        this.sinceMillis = sinceMillis;
    }

    /**
     * Counts the rule that one request was decided by; a request that something else refused is not counted.
     *
     * @param timeMillis when it was read, milliseconds since the epoch
     */
    public void count(long timeMillis, ReasonCode reason, @Nullable String rule) {
        RuleEffect effect = RuleEffect.of(reason);
        if (rule != null && effect != null) {
            of(effect).of(rule).add(timeMillis, null, null);
        }
    }

    /**
     * Counts the rules in report mode that would have refused one allowed request.
     *
     * @param timeMillis when it was read, milliseconds since the epoch
     */
    public void count(long timeMillis, Reported said, @Nullable String host, @Nullable String sandbox) {
        List<DenyRule> denies = said.denies();
        for (int i = 0; i < denies.size(); i++) {
            reported.of(denies.get(i).rule()).add(timeMillis, host, sandbox);
        }
        if (said.notAsked()) {
            notAsked.increment();
        }
    }

    private EffectCounts of(RuleEffect effect) {
        return switch (effect) {
            case ALLOW -> allowed;
            case DENY -> denied;
            case WOULD_DENY -> reported;
        };
    }

    /** Forgets the counts of the candidate's rules, also as the policies of ancestors have them. */
    public void forgetCandidate() {
        reported.forget(
                rule -> rule.startsWith(CANDIDATE) || (SandboxId.isOfAncestor(rule) && rule.contains("/" + CANDIDATE)));
    }

    /** Returns when counting began, milliseconds since the epoch. */
    public long sinceMillis() {
        return sinceMillis;
    }

    /** Returns each rule with that effect that has a count of its own, most hits first. */
    public List<RuleRow> rows(RuleEffect effect) {
        return of(effect).rows();
    }

    /** Returns the hits of a rule that has a count of its own, else 0. */
    public long hits(RuleEffect effect, String rule) {
        return of(effect).hits(rule);
    }

    /** Returns the hits of all rules without a count of their own. */
    public long others(RuleEffect effect) {
        return of(effect).others();
    }

    /** Returns how many requests a rule in report mode could not be asked about. */
    public long notAsked() {
        return notAsked.sum();
    }
}
