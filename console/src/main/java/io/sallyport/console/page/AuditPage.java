package io.sallyport.console.page;

import java.util.List;

/**
 * Records that match a filter.
 *
 * @param rows the newest first
 * @param filter what was asked for
 * @param complete false if older records were not looked at
 */
public record AuditPage(List<DecisionRow> rows, LiveFilter filter, boolean complete) {
    public AuditPage {
        rows = List.copyOf(rows);
    }

    /** Reads the answer of {@code GET /v1/audit}. */
    public static AuditPage of(AnswerNode audit, LiveFilter filter) {
        return new AuditPage(
                audit.items("records").stream()
                        .filter(record -> record.has("verdict"))
                        .map(DecisionRow::of)
                        .toList()
                        .reversed(),
                filter,
                audit.isTrue("complete"));
    }
}
