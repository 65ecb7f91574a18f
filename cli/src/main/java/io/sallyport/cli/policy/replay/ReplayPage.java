package io.sallyport.cli.policy.replay;

import io.sallyport.control.replay.GroupedChanges.Example;
import io.sallyport.control.replay.GroupedChanges.Row;
import io.sallyport.control.replay.ReplayReport;
import io.sallyport.control.replay.ReplayedChange;
import io.sallyport.model.text.PrintableText;
import java.util.List;

/**
 * Writes a report as one HTML page for people. It needs no other file and no script, and its policy (CSP) permits none;
 * all text in it is escaped.
 */
public final class ReplayPage {
    /** The maximum number of groups of one change that the page lists; the others are counted. */
    static final int MAX_LISTED = 1_000;

    private static final String STYLE = """
            :root { color-scheme: light dark; --line: #d0d7de; --soft: #59636e; --allow: #9a6700; --refuse: #cf222e; }
            @media (prefers-color-scheme: dark) {
              :root { --line: #3d444d; --soft: #9198a1; --allow: #d29922; --refuse: #ff7b72; }
            }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
            p, .soft { color: var(--soft); }
            .counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 1rem; padding: 0; }
            .counts li { list-style: none; border: 1px solid var(--line); border-radius: 6px; padding: .6rem .9rem; }
            .counts b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
            .newly_allowed b { color: var(--allow); } .newly_refused b { color: var(--refuse); }
            .wide { overflow-x: auto; }
            table { border-collapse: collapse; width: 100%; min-width: 42rem; table-layout: fixed; }
            th:nth-child(1) { width: 5rem; } th:nth-child(2) { width: 9rem; } th:nth-child(4) { width: 32%; }
            td { overflow-wrap: anywhere; }
            th, td { text-align: left; vertical-align: top; padding: .35rem .7rem; border-top: 1px solid var(--line); }
            th { font-weight: 600; } .n { text-align: right; font-variant-numeric: tabular-nums; }
            code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
            summary { cursor: pointer; color: var(--soft); }
            """;

    private final StringBuilder html = new StringBuilder();

    private ReplayPage() {}

    /** Returns the page. {@code compared} says what is compared with what. */
    public static String of(ReplayReport report, String compared) {
        var page = new ReplayPage();
        page.head();
        page.html
                .append("<h1>Policy replay</h1>\n<p>")
                .append(escaped(compared))
                .append("</p>\n");
        page.counts(report);
        ReplayReport.listed().forEach(change -> page.table(report, change));
        page.html.append("</body>\n</html>\n");
        return page.html.toString();
    }

    private void head() {
        html.append("""
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>Policy replay</title>
                <style>
                """).append(STYLE).append("</style>\n</head>\n<body>\n");
    }

    private void counts(ReplayReport report) {
        html.append("<ul class=\"counts\">\n");
        for (ReplayedChange change : ReplayedChange.values()) {
            html.append("<li class=\"")
                    .append(change.word())
                    .append("\"><b>")
                    .append(ReplayText.number(report.count(change)))
                    .append("</b>")
                    .append(change.words())
                    .append("</li>\n");
        }
        html.append("</ul>\n<p>");
        List<String> summary = ReplayText.summary(report);
        html.append(escaped(summary.getFirst())).append("</p>\n");
    }

    private void table(ReplayReport report, ReplayedChange change) {
        List<Row> rows = report.of(change).rows();
        if (rows.isEmpty()) {
            return;
        }
        List<Row> listed = rows.subList(0, Math.min(MAX_LISTED, rows.size()));
        html.append("<h2>")
                .append(change.words())
                .append("</h2>\n<div class=\"wide\">\n<table>\n")
                .append("<tr><th class=\"n\">requests</th><th>sandbox</th><th>request</th><th>")
                .append(change == ReplayedChange.CANNOT_BE_SAID ? "why" : "now")
                .append("</th></tr>\n");
        listed.forEach(this::row);
        html.append("</table>\n</div>\n");
        long others = report.of(change).count()
                - listed.stream().mapToLong(Row::count).sum();
        if (others > 0) {
            html.append("<p>").append(ReplayText.number(others)).append(" more in other groups</p>\n");
        }
    }

    private void row(Row row) {
        html.append("<tr><td class=\"n\">")
                .append(ReplayText.number(row.count()))
                .append("</td><td><code>")
                .append(escaped(row.group().sandbox()))
                .append("</code></td><td><code>")
                .append(escaped(row.group().asked()))
                .append("</code></td><td>")
                .append(escaped(row.group().by()));
        examples(row.examples());
        html.append("</td></tr>\n");
    }

    private void examples(List<Example> examples) {
        if (examples.isEmpty()) {
            return;
        }
        html.append("<details><summary>records</summary>");
        for (Example example : examples) {
            html.append("<code>").append(escaped(ReplayText.text(example))).append("</code><br>");
        }
        html.append("</details>");
    }

    /** Returns text that neither ends nor begins markup, in an element or a quoted attribute. */
    private static String escaped(String text) {
        return PrintableText.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
