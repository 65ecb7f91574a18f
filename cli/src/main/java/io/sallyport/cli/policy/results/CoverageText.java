package io.sallyport.cli.policy.results;

import io.sallyport.policycompiler.test.CoverageReport;
import io.sallyport.policycompiler.test.CoverageReport.Range;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Prints coverage as a short table: a line per file, with the lines that no test reached. */
public final class CoverageText {
    private CoverageText() {}

    /** Prints the table. */
    public static void print(CoverageReport report, PrintWriter out) {
        int width =
                report.files().keySet().stream().mapToInt(String::length).max().orElse(0);
        String line = "%-" + Math.max(width, 5) + "s  %6.2f %%%s%n";
        out.println();
        report.files().forEach((name, file) -> {
            String rows = rows(file.notCovered());
            out.printf(line, name, file.percent(), rows.isEmpty() ? "" : "  not covered: " + rows);
        });
        out.printf(line, "total", report.percent(), "");
        out.flush();
    }

    /** Formats as {@code 3-5, 9}. */
    private static String rows(List<Range> ranges) {
        var rows = new TreeSet<Integer>();
        for (Range range : ranges) {
            for (int row = range.row(); row <= range.endRow(); row++) {
                rows.add(row);
            }
        }
        return rows.stream()
                .filter(row -> !rows.contains(row - 1))
                .map(first -> span(rows, first))
                .collect(Collectors.joining(", "));
    }

    private static String span(Set<Integer> rows, int first) {
        int last = first;
        while (rows.contains(last + 1)) {
            last++;
        }
        return first == last ? "" + first : first + "-" + last;
    }
}
