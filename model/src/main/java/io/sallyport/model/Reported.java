package io.sallyport.model;

import io.sallyport.model.Decision.DenyRule;
import java.util.ArrayList;
import java.util.List;

/**
 * What rules in report mode and candidates say of one request: recorded, never enforced, and not shown to the sandbox.
 * Immutable.
 *
 * @param denies the rules that would have refused, in Rego's order, at most {@value #MAX_DENIES}
 * @param notAsked whether some of these rules could not be asked, because they read what is not known of the request
 * @param wouldAllow whether the candidate of the sandbox would allow what is refused
 * @param awaitsBody whether some of them read the body, which has not been received: with it they can be asked
 */
public record Reported(List<DenyRule> denies, boolean notAsked, boolean wouldAllow, boolean awaitsBody) {
    /** The maximum number of denies that are kept of one request. */
    public static final int MAX_DENIES = 20;

    /** No rule in report mode said anything. */
    public static final Reported NONE = new Reported(List.of(), false);

    /** Nothing else than that the candidate of the sandbox would allow the request. */
    public static final Reported WOULD_ALLOW = new Reported(List.of(), false, true, false);

    /** Rules could not be asked, because they read the body, which has not been received. */
    public static final Reported AWAITS_BODY = new Reported(List.of(), true, false, true);

    /** Begins the names of rules by which the candidate of the sandbox would refuse. */
    public static final String SANDBOX_CANDIDATE = "sandbox-candidate:";

    public Reported {
        denies = List.copyOf(denies.size() > MAX_DENIES ? denies.subList(0, MAX_DENIES) : denies);
    }

    /** A report of rules that only refuse. */
    public Reported(List<DenyRule> denies, boolean notAsked) {
        this(denies, notAsked, false, false);
    }

    /** Returns whether an enforced rule would have refused the request. */
    public boolean wouldDeny() {
        return !denies.isEmpty();
    }

    /** Returns both reports; this one's denies come first. */
    public Reported and(Reported other) {
        if (other.equals(NONE) || equals(NONE)) {
            return equals(NONE) ? other : this;
        }
        List<DenyRule> all = new ArrayList<>(denies);
        all.addAll(other.denies);
        return new Reported(
                all, notAsked || other.notAsked, wouldAllow || other.wouldAllow, awaitsBody || other.awaitsBody);
    }

    /** Returns the report of an ancestor, whose rules are named after it. Its candidate alone allows nothing. */
    public Reported of(SandboxId ancestor) {
        List<DenyRule> named = denies.stream()
                .map(deny -> new DenyRule(ancestor.asAncestor() + "/" + deny.rule(), deny.message()))
                .toList();
        return named.isEmpty() && !notAsked ? NONE : new Reported(named, notAsked, false, awaitsBody);
    }
}
