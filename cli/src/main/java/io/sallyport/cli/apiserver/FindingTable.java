package io.sallyport.cli.apiserver;

import io.sallyport.apiservers.check.ClauseResult;
import java.io.PrintWriter;

/** Prints a line per clause, and below a violated clause what was observed instead. */
final class FindingTable implements FindingReport {
    private final PrintWriter out;
    private int passed;
    private int failed;
    private int warned;
    private int unseen;

    FindingTable(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void add(ClauseResult finding, boolean counts) {
        out.printf(
                "%-11s  %-16s  %s%n",
                verdict(finding, counts),
                finding.clause().word(),
                finding.clause().expected());
        if (!finding.observed().isEmpty()) {
            out.printf("%31sseen: %s%n", "", finding.observed().replaceAll("\\p{Cntrl}", "?"));
        }
        out.flush();
    }

    private String verdict(ClauseResult finding, boolean counts) {
        switch (finding.verdict()) {
            case PASS -> passed++;
            case UNSEEN -> unseen++;
            case SHORT -> {
                if (!counts) {
                    warned++;
                    return "warning";
                }
                failed++;
            }
        }
        return finding.verdict().words();
    }

    @Override
    public void notStarted(String why) {
        out.flush();
    }

    @Override
    public void end(boolean passes) {
        out.printf("%n%d pass, %d fall short, %d warnings, %d not seen%n", passed, failed, warned, unseen);
        out.flush();
    }
}
