package io.sallyport.console.page;

import java.util.List;

/**
 * Records that match a filter.
 *
 * @param rows the newest first
 * @param filter what was asked for
 * @param complete false if older records were not looked at
 */
public record RecordsPage(List<DecisionRow> rows, LiveFilter filter, boolean complete) {
    public RecordsPage {
        rows = List.copyOf(rows);
    }

    /** Reads the answer of {@code GET /v1/audit}. */
    public static RecordsPage of(AnswerNode audit, LiveFilter filter) {
        return new RecordsPage(
                audit.items("records").stream()
                        .filter(record -> record.has("verdict"))
                        .map(DecisionRow::of)
                        .toList()
                        .reversed(),
                filter,
                audit.isTrue("complete"));
    }
}
