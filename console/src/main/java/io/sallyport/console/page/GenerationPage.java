package io.sallyport.console.page;

import io.sallyport.documents.UnifiedDiff;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An earlier generation of a sandbox beside the one in force.
 *
 * @param generation the earlier one
 * @param inForce the number of the one in force, which a form is made for
 * @param diff what restoring it changes
 */
public record GenerationPage(
        String sandbox, long generation, long inForce, List<DiffLine> diff, List<SubmittedText> documents) {
    public GenerationPage {
        diff = List.copyOf(diff);
        documents = List.copyOf(documents);
    }

    /** Reads the documents of both. */
    public static GenerationPage of(String sandbox, AnswerNode past, AnswerNode current) {
        List<SubmittedText> documents = SubmittedText.of(past.member("documents"));
        String diff = UnifiedDiff.ofFiles(byName(SubmittedText.of(current.member("documents"))), byName(documents));
        return new GenerationPage(
                sandbox, past.number("generation"), current.number("generation"), DiffLine.of(diff), documents);
    }

    /** Returns the text with a line end at its end, so that a diff does not speak of it. */
    private static String lines(SubmittedText text) {
        return text.text().endsWith("\n") ? text.text() : text.text() + "\n";
    }

    private static Map<String, String> byName(List<SubmittedText> texts) {
        return texts.stream().collect(Collectors.toMap(SubmittedText::name, GenerationPage::lines, (one, _) -> one));
    }
}
