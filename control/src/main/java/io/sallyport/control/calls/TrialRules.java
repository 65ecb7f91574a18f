package io.sallyport.control.calls;

import java.time.Duration;

/**
 * The operator's bounds for candidates and report mode of sandboxes.
 *
 * @param maxDuration how long one lasts at most
 * @param maxCandidates limit of sandboxes with a candidate at one time
 * @param reportMode whether sandboxes may be in report mode, which lets pass what policy refuses: not where changes of
 *     guardrails or sandboxes need a second person
 * @param counts counts what candidates would have decided otherwise
 */
public record TrialRules(Duration maxDuration, int maxCandidates, boolean reportMode, TrialCounts counts) {
    /** Seven days, 100 candidates, not counted for. */
    public static final TrialRules UNCOUNTED = new TrialRules(Duration.ofDays(7), 100, true, TrialCounts.NONE);
}
