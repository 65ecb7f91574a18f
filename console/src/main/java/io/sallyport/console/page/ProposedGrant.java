package io.sallyport.console.page;

import java.util.List;

/**
 * The least grant that would let a refused request pass.
 *
 * @param lines for each document that has to grant: its name and the line
 * @param opens what it grants beside the request; empty for nothing
 */
public record ProposedGrant(List<SubmittedText> lines, String opens) {
    public ProposedGrant {
        lines = List.copyOf(lines);
    }

    static List<ProposedGrant> of(AnswerNode suggestion) {
        return suggestion.items("proposals").stream().map(ProposedGrant::one).toList();
    }

    private static ProposedGrant one(AnswerNode proposal) {
        return new ProposedGrant(
                proposal.items("additions").stream()
                        .map(line -> new SubmittedText(line.text("document"), line.text("text")))
                        .toList(),
                proposal.text("opens"));
    }
}
