package io.sallyport.demo;

import java.io.PrintWriter;

/** Prints one line per step as it ends. Confined to one thread. */
final class Table {
    private static final String FORM = "%-3s %-42s %-7s %-18s %6s  %-44s %-7s %s%n";

    private final PrintWriter out;
    private int line;

    Table(PrintWriter out) {
        this.out = out;
    }

    void head() {
        out.printf(FORM, "#", "request", "verdict", "reason", "ms", "the client saw", "origin", "audit id");
        out.println("-".repeat(150));
        out.flush();
    }

    void asked(Step.Ask step, StepOutcome outcome) {
        line++;
        out.printf(
                FORM,
                line,
                cut(step.title(), 42),
                outcome.verdict(),
                outcome.reason(),
                outcome.millis(),
                cut(outcome.clientSaw(), 44),
                outcome.originGot() == 0 ? "nothing" : outcome.originGot() + " req",
                outcome.auditId());
        if (!outcome.is(step.expected())) {
            out.println("    NOT AS EXPECTED: " + step.expected());
        }
        out.flush();
    }

    void changed(Step.Change step, long millis) {
        out.printf("--- %-42s in force %19s %6d%n", step.title(), "", millis);
        out.flush();
    }

    void refused(Step.Change step, String answer) {
        out.println("--- " + step.title());
        out.println("    NOT AS EXPECTED: the control API answered " + answer);
        out.flush();
    }

    void skipped(String tool) {
        out.println("--- " + tool + " is not installed: its requests are left out");
    }

    private static String cut(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }
}
