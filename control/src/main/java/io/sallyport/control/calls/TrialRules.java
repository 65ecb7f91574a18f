package io.sallyport.control.calls;

import java.time.Duration;

/**
 * The operator's bounds for candidates, report mode and replays of sandboxes.
 *
 * @param maxDuration how long one lasts at most
 * @param maxCandidates limit of sandboxes with a candidate at one time
 * @param reportMode whether sandboxes may be in report mode, which lets pass what policy refuses: not where changes of
 *     guardrails or sandboxes need a second person
 * @param counts counts what candidates would have decided otherwise
 * @param replay bounds of one replay
 */
public record TrialRules(
        Duration maxDuration, int maxCandidates, boolean reportMode, TrialCounts counts, ReplayBounds replay) {
    /** Seven days, 100 candidates, not counted for. */
    public static final TrialRules UNCOUNTED =
            new TrialRules(Duration.ofDays(7), 100, true, TrialCounts.NONE, ReplayBounds.BY_DEFAULT);

    /**
     * Bounds of one replay.
     *
     * @param records limit of the records that one call asks about
     * @param answers limit of the different questions whose answers are kept, the last ones used: 1,000 are some 0.8 MB
     */
    public record ReplayBounds(int records, int answers) {
        public static final ReplayBounds BY_DEFAULT = new ReplayBounds(5_000, 50_000);
    }
}
