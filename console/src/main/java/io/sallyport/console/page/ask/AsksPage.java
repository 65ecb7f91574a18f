package io.sallyport.console.page.ask;

import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.ChangeOutcome;
import java.util.List;

/**
 * The requests that wait for a person, the oldest first.
 *
 * @param outcome what became of the last answer
 */
public record AsksPage(List<WaitingAsk> waiting, ChangeOutcome outcome) {
    public AsksPage {
        waiting = List.copyOf(waiting);
    }

    /** Reads the answer of {@code GET /v1/ask}. */
    public static AsksPage of(AnswerNode asks, ChangeOutcome outcome) {
        return new AsksPage(asks.items("asks").stream().map(WaitingAsk::of).toList(), outcome);
    }
}
