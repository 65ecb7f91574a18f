package io.sallyport.console.page;

import java.util.List;

/**
 * Refusals of all sandboxes.
 *
 * @param groups the largest first
 * @param searched how many records were looked at
 * @param complete false if older records were not looked at
 */
public record RefusalsPage(List<RefusalGroup> groups, int searched, boolean complete) {
    public RefusalsPage {
        groups = List.copyOf(groups);
    }

    /** Reads the answer of {@code GET /v1/audit}. */
    public static RefusalsPage of(AnswerNode audit) {
        List<DecisionRow> rows = Decisions.of(audit);
        return new RefusalsPage(RefusalGroup.of(rows), audit.items("records").size(), audit.isTrue("complete"));
    }
}
