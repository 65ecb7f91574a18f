package io.sallyport.console.page;

import java.util.List;

/**
 * A change that the audit log holds.
 *
 * @param by whose token made it; empty if the record does not say
 * @param generation that it made; 0 or less if it made none
 */
public record RecordedChange(String auditId, String time, String by, String method, String verdict, long generation) {
    private static final int MAX_SHOWN = 20;

    /** Reads the records of changes at exactly that path, the newest first. */
    public static List<RecordedChange> of(AnswerNode audit, String path) {
        return audit.items("records").stream()
                .filter(record -> record.text("path").equals(path))
                .map(RecordedChange::one)
                .toList()
                .reversed()
                .stream()
                .limit(MAX_SHOWN)
                .toList();
    }

    private static RecordedChange one(AnswerNode record) {
        return new RecordedChange(
                record.text("audit_id"),
                record.text("time"),
                author(record),
                record.text("method"),
                record.text("verdict"),
                record.number("generation"));
    }

    /** Returns whose token made the change of a record; empty if it does not say. */
    static String author(AnswerNode record) {
        String detail = record.text("detail");
        int end = detail.indexOf(" from ");
        return end < 0 ? "" : detail.substring(0, end);
    }
}
