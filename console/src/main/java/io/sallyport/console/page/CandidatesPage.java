package io.sallyport.console.page;

import java.util.List;

/**
 * What is tried without being in force.
 *
 * @param digest of the guardrails in report mode; empty if there are none
 * @param files the names of their files
 * @param reported what they, and rules in report mode, would have refused, most hits first
 * @param others how many sandboxes more there are
 * @param outcome what became of the last change
 */
public record CandidatesPage(
        String digest,
        List<String> files,
        List<ReportedHits> reported,
        List<TrialRow> sandboxes,
        long others,
        ChangeOutcome outcome) {
    public CandidatesPage {
        files = List.copyOf(files);
        reported = List.copyOf(reported);
        sandboxes = List.copyOf(sandboxes);
    }

    /** Reads the answers about the candidate of the guardrails, its report, and trials of sandboxes. */
    public static CandidatesPage of(AnswerNode candidate, AnswerNode report, AnswerNode trials, ChangeOutcome outcome) {
        return new CandidatesPage(
                candidate.text("digest"),
                List.copyOf(candidate.entries("rego").sequencedKeySet()),
                ReportedHits.of(report),
                trials.items("trials").stream().map(TrialRow::of).toList(),
                trials.number("others"),
                outcome);
    }
}
