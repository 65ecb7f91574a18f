package io.sallyport.cli.summary;

import io.sallyport.leasebridge.accesslist.ImportedForm;
import io.sallyport.leasebridge.learn.LearnedDocument;
import io.sallyport.leasebridge.learn.LearningScreen;
import io.sallyport.model.DialRules;
import java.util.Map;
import java.util.function.Function;

/** A summary in Markdown: what was reached, what was refused, and the lease that admits what nothing granted. */
public final class StepSummary {
    private StepSummary() {}

    /**
     * Returns the page.
     *
     * @param dials say what is never dialled, which no lease admits
     */
    public static String of(SeenRequests seen, DialRules dials) {
        SeenRequests.Counted counted = seen.counted();
        return "## Network access of this step\n\n" + reached(counted) + refused(counted) + lease(counted, dials);
    }

    private static String reached(SeenRequests.Counted counted) {
        if (counted.reached().isEmpty()) {
            return "Nothing was reached.\n\n";
        }
        return "### Reached\n\n| host | requests |\n|---|---|\n"
                + rows(counted.reached(), MarkdownText::cell, counted.reachedBeyond(), 1);
    }

    private static String refused(SeenRequests.Counted counted) {
        if (counted.refused().isEmpty()) {
            return "Nothing was refused.\n\n";
        }
        return "### Refused or failed\n\n| request | reason | requests |\n|---|---|---|\n"
                + rows(
                        counted.refused(),
                        one -> MarkdownText.cell(one.asked()) + " | "
                                + MarkdownText.cell(one.reason().word() + ", "
                                        + one.reason().message()),
                        counted.refusedBeyond(),
                        2);
    }

    private static <K> String rows(Map<K, Long> counts, Function<K, String> cells, long beyond, int columns) {
        var rows = new StringBuilder();
        counts.forEach((key, count) -> rows.append("| ")
                .append(cells.apply(key))
                .append(" | ")
                .append(count)
                .append(" |\n"));
        if (beyond > 0) {
            rows.append("| others ").append("| ".repeat(columns)).append(beyond).append(" |\n");
        }
        return rows.append('\n').toString();
    }

    private static String lease(SeenRequests.Counted counted, DialRules dials) {
        LearnedDocument document = LearnedDocument.of(
                counted.wanted(), new LearningScreen(dials), ImportedForm.LEASE, LearnedDocument.MERGE_PATHS);
        return document.requests().isEmpty()
                ? ""
                : "### Lease to paste\n\nIt admits what no document grants. Read it before you add it to the lease of"
                        + " this step.\n\n" + MarkdownText.block("json", document.text());
    }
}
