package io.sallyport.cli.policy.replay;

import io.sallyport.control.replay.GroupedChanges.Example;
import io.sallyport.control.replay.GroupedChanges.Row;
import io.sallyport.control.replay.Lack;
import io.sallyport.control.replay.ReplayReport;
import io.sallyport.control.replay.ReplayedChange;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a report as text for people. */
public final class ReplayText {
    /** The maximum number of groups of one change that are shown; the others are counted. */
    static final int MAX_SHOWN = 50;

    private final ReplayReport report;
    private final StringBuilder text = new StringBuilder();

    private ReplayText(ReplayReport report) {
        this.report = report;
    }

    /** Returns the report, each line with its line feed. */
    public static String of(ReplayReport report) {
        var written = new ReplayText(report);
        summary(report).forEach(line -> written.line(line));
        ReplayReport.listed().forEach(written::table);
        return written.text.toString();
    }

    /** Returns the counts, one sentence a line. */
    static List<String> summary(ReplayReport report) {
        long allowed = report.count(ReplayedChange.STILL_ALLOWED);
        long refused = report.count(ReplayedChange.STILL_REFUSED);
        return List.of(
                "lines read: " + number(report.lines()) + lines(report),
                count(report, ReplayedChange.NEWLY_ALLOWED),
                count(report, ReplayedChange.NEWLY_REFUSED),
                count(report, ReplayedChange.CANNOT_BE_SAID) + lacks(report.lacks()),
                "unchanged: " + number(allowed + refused) + " (" + number(allowed) + " allowed, " + number(refused)
                        + " refused)",
                count(report, ReplayedChange.NOT_BY_POLICY));
    }

    private static String count(ReplayReport report, ReplayedChange change) {
        return change.words() + ": " + number(report.count(change));
    }

    private static String lines(ReplayReport report) {
        String kinds = report.unjudged().entrySet().stream()
                .map(kind -> ", " + kind.getKey() + " " + number(kind.getValue()))
                .collect(Collectors.joining());
        return kinds
                + (report.filteredRecords() == 0 ? "" : ", left out " + number(report.filteredRecords()))
                + (report.unreadableLines() == 0 ? "" : ", not readable " + number(report.unreadableLines()));
    }

    private static String lacks(Map<Lack, Long> lacks) {
        return lacks.isEmpty()
                ? ""
                : lacks.entrySet().stream()
                        .map(lack -> lack.getKey().word() + " " + number(lack.getValue()))
                        .collect(Collectors.joining(", ", " (records lack: ", ")"));
    }

    /** Returns a number with its thousands apart. */
    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private void table(ReplayedChange change) {
        List<Row> rows = report.of(change).rows();
        if (rows.isEmpty()) {
            return;
        }
        line("");
        line(change.words());
        List<Row> shown = rows.subList(0, Math.min(MAX_SHOWN, rows.size()));
        int sandboxes = width(shown.stream().map(row -> row.group().sandbox()).toList());
        int requests = width(shown.stream().map(row -> row.group().asked()).toList());
        for (Row row : shown) {
            line(String.format(
                    Locale.ROOT,
                    "%9s  %-" + sandboxes + "s  %-" + requests + "s  %s",
                    number(row.count()),
                    row.group().sandbox(),
                    row.group().asked(),
                    row.group().by()));
            row.examples().forEach(example -> line(" ".repeat(11) + text(example)));
        }
        long hidden =
                report.of(change).count() - shown.stream().mapToLong(Row::count).sum();
        if (hidden > 0) {
            line(String.format(Locale.ROOT, "%9s  in other groups", number(hidden)));
        }
    }

    /** Returns the longest length, of at most 60 characters: longer texts are not aligned. */
    private static int width(List<String> texts) {
        return Math.max(
                1, Math.min(60, texts.stream().mapToInt(String::length).max().orElse(1)));
    }

    /** Returns a record's id and time. */
    static String text(Example example) {
        return example.auditId() + " at " + example.time();
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }
}
