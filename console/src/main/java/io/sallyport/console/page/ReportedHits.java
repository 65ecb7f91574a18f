package io.sallyport.console.page;

import java.util.List;

/** A rule in report mode, and how many requests it would have refused. */
public record ReportedHits(String rule, long hits, String last, List<String> hosts) {
    public ReportedHits {
        hosts = List.copyOf(hosts);
    }

    /** Reads the answer of {@code GET /v1/guardrails/report}. */
    static List<ReportedHits> of(AnswerNode report) {
        return report.items("rules").stream().map(ReportedHits::one).toList();
    }

    private static ReportedHits one(AnswerNode rule) {
        return new ReportedHits(
                rule.text("rule"),
                rule.number("hits"),
                rule.text("last"),
                rule.items("hosts").stream().map(host -> host.text("name")).toList());
    }
}
