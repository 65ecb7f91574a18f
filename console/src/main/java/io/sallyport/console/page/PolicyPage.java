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
        Outcome outcome,
        List<PastSet> past,
        List<ReportedHits> reported) {
    public PolicyPage {
        past = List.copyOf(past);
        reported = List.copyOf(reported);
    }

    /**
     * What a check or a change said.
     *
     * @param title empty if nothing was asked
     * @param refused sandboxes whose own Rego does not load beside the guardrails
     */
    public record Outcome(String title, boolean good, List<FoundProblem> problems, List<String> refused) {
        public static final Outcome NONE = new Outcome("", true, List.of(), List.of());

        public Outcome {
            problems = List.copyOf(problems);
            refused = List.copyOf(refused);
        }
    }

    /** A set that was in force. */
    public record PastSet(long epoch, String digest, String time, String author, String note) {}

    /** A rule in report mode, and how many requests it would have refused. */
    public record ReportedHits(String rule, long hits, String last, List<String> hosts) {
        public ReportedHits {
            hosts = List.copyOf(hosts);
        }
    }

    /**
     * Reads the answers about guardrails.
     *
     * @param edited the files as edited; empty to show those in force
     */
    public static PolicyPage of(
            AnswerNode guardrails, AnswerNode history, AnswerNode report, Map<String, String> edited, Outcome outcome) {
        long epoch = guardrails.number("epoch");
        String digest = guardrails.text("digest");
        return new PolicyPage(
                epoch,
                digest,
                "\"" + epoch + "-" + digest + "\"",
                edited.isEmpty() ? guardrails.entries("rego") : new TreeMap<>(edited),
                outcome,
                history.items("history").stream().map(PolicyPage::past).toList(),
                report.items("rules").stream().map(PolicyPage::hits).toList());
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

    private static ReportedHits hits(AnswerNode rule) {
        return new ReportedHits(
                rule.text("rule"),
                rule.number("hits"),
                rule.text("last"),
                rule.items("hosts").stream().map(host -> host.text("name")).toList());
    }
}
