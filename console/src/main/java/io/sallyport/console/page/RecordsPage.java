package io.sallyport.console.page;

import java.util.List;

/**
 * Records that match a search.
 *
 * @param rows the newest first
 * @param search what was asked for
 * @param complete false if older records were not looked at
 * @param older the query of the page of older records; empty if there are none
 */
public record RecordsPage(List<DecisionRow> rows, AuditSearch search, boolean complete, String older) {
    public RecordsPage {
        rows = List.copyOf(rows);
    }

    /** Reads the answer of {@code GET /v1/audit}. */
    public static RecordsPage of(AnswerNode audit, AuditSearch search) {
        String next = audit.text("next");
        return new RecordsPage(
                audit.items("records").stream()
                        .filter(record -> record.has("verdict"))
                        .map(DecisionRow::of)
                        .toList()
                        .reversed(),
                search,
                audit.isTrue("complete"),
                next.isEmpty() ? "" : search.at(next));
    }
}
