package io.sallyport.console.page;

import io.sallyport.model.Sha256;
import java.util.List;

/** All lines of one audit id: the request and, if it was long-lived, its end. */
public record RecordPage(String auditId, List<Sealed> lines) {
    private static final String OWN_HASH = "\",\"hash\":\"";

    public RecordPage {
        lines = List.copyOf(lines);
    }

    /**
     * One line of the log.
     *
     * @param text laid out for people
     * @param computed the hash that its bytes have: the SHA-256 of all before its own hash
     */
    public record Sealed(DecisionRow row, String text, String previous, String hash, String computed) {
        public boolean isWhole() {
            return hash.equals(computed);
        }
    }

    /**
     * Reads the answer of {@code GET /v1/audit?audit_id=ID}.
     *
     * @param json with the lines as they stand in the log
     */
    public static RecordPage of(String auditId, String json) {
        return new RecordPage(
                auditId, RawObjects.in(json).stream().map(RecordPage::sealed).toList());
    }

    private static Sealed sealed(String line) {
        AnswerNode record = AnswerNode.read(line);
        int end = line.lastIndexOf(OWN_HASH);
        return new Sealed(
                DecisionRow.of(record),
                ReadableJson.indented(record.node()),
                record.text("prev_hash"),
                record.text("hash"),
                end < 0 ? "" : Sha256.hexOf(line.substring(0, end)));
    }
}
