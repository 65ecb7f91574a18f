package io.sallyport.console.page.change;

import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.ChangeOutcome;
import java.util.List;

/** All changes that wait for a second person, in the order of the answer. */
public record ApprovalsPage(List<PendingApproval> waiting, ChangeOutcome outcome) {
    public ApprovalsPage {
        waiting = List.copyOf(waiting);
    }

    /** Reads the answer of {@code GET /v1/approvals}. */
    public static ApprovalsPage of(AnswerNode answer, ChangeOutcome outcome) {
        return new ApprovalsPage(
                answer.items("approvals").stream().map(PendingApproval::of).toList(), outcome);
    }
}
