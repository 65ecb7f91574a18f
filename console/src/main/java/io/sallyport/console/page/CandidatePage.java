package io.sallyport.console.page;

import java.util.List;

/**
 * The candidate of one sandbox, and what it would decide otherwise.
 *
 * @param generation beside which it was put
 * @param status {@code reporting}, or {@code refused} if it does not load any more
 * @param allowed what it grants, as written
 */
public record CandidatePage(
        String sandbox,
        String digest,
        long generation,
        String until,
        String status,
        String since,
        long requests,
        long notAsked,
        List<String> allowed,
        Side newlyAllowed,
        Side newlyRefused) {
    public CandidatePage {
        allowed = List.copyOf(allowed);
    }

    /** Requests that would be decided otherwise; {@code others} of them are in no row. */
    public record Side(long requests, long others, List<Row> rows) {
        public Side {
            rows = List.copyOf(rows);
        }

        private static Side of(AnswerNode side) {
            return new Side(
                    side.number("requests"),
                    side.number("others"),
                    side.items("rows").stream().map(Row::of).toList());
        }
    }

    /** Requests of one method to one place. */
    public record Row(long hits, String method, String host, String path, String rule, String auditId, String last) {
        private static Row of(AnswerNode row) {
            return new Row(
                    row.number("hits"),
                    row.text("method"),
                    row.text("host"),
                    row.text("path"),
                    row.text("rule"),
                    row.text("audit_id"),
                    row.text("last"));
        }
    }

    /** Reads the report of a candidate and the candidate. */
    public static CandidatePage of(AnswerNode report, AnswerNode candidate) {
        return new CandidatePage(
                report.text("id"),
                report.text("digest"),
                report.number("generation"),
                report.text("until"),
                report.text("status"),
                report.text("since"),
                report.number("requests"),
                report.number("not_asked"),
                candidate.texts("allowed"),
                Side.of(report.member("newly_allowed")),
                Side.of(report.member("newly_refused")));
    }
}
