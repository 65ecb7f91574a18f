package io.sallyport.console.page;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * The guardrails: those in force or those just edited, and what came before.
 *
 * @param files name to Rego, as the editor shows them
 * @param tag the entity tag of the guardrails in force, for the next change
 * @param outcome what became of the last check or change
 * @param past earlier sets, the newest first
 * @param reported rules in report mode, most hits first
 */
public record PolicyPage(
        long epoch,
        String digest,
        String tag,
        SequencedMap<String, String> files,
        ChangeOutcome outcome,
        List<PastSet> past,
        List<ReportedHits> reported) {
    public PolicyPage {
        past = List.copyOf(past);
        reported = List.copyOf(reported);
    }

    /** A set that was in force. */
    public record PastSet(long epoch, String digest, String time, String author, String note) {}

    /**
     * Reads the answers about guardrails.
     *
     * @param edited the files as edited; empty to show those in force
     */
    public static PolicyPage of(
            AnswerNode guardrails,
            AnswerNode history,
            AnswerNode report,
            Map<String, String> edited,
            ChangeOutcome outcome) {
        long epoch = guardrails.number("epoch");
        String digest = guardrails.text("digest");
        return new PolicyPage(
                epoch,
                digest,
                "\"" + epoch + "-" + digest + "\"",
                edited.isEmpty() ? guardrails.entries("rego") : new TreeMap<>(edited),
                outcome,
                history.items("history").stream().map(PolicyPage::past).toList(),
                ReportedHits.of(report));
    }

    private static PastSet past(AnswerNode set) {
        AnswerNode author = set.member("author");
        String name = author.text("name");
        return new PastSet(
                set.number("epoch"),
                set.text("digest"),
                set.text("time"),
                name.isEmpty() ? author.text("role") : name + " (" + author.text("role") + ")",
                set.text("note"));
    }
}
