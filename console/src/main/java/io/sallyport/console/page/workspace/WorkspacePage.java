package io.sallyport.console.page.workspace;

import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.BudgetBar;
import io.sallyport.console.page.ChangeOutcome;
import io.sallyport.console.page.DraftText;
import io.sallyport.console.page.FoundProblem;
import io.sallyport.console.page.RecordedChange;
import java.util.List;

/**
 * One workspace: what it bounds, and who put it.
 *
 * @param workspace of generation 0 if there is none of that id yet
 * @param bounds what its documents bound, as sentences
 * @param allowed the patterns of its documents, as written
 * @param changes of it, the newest first
 * @param drafts the texts of the form
 */
public record WorkspacePage(
        WorkspacesPage.Line workspace,
        List<String> bounds,
        List<String> allowed,
        List<BudgetBar> budgets,
        List<FoundProblem> diagnostics,
        List<RecordedChange> changes,
        List<DraftText> drafts,
        ChangeOutcome outcome) {
    public WorkspacePage {
        bounds = List.copyOf(bounds);
        allowed = List.copyOf(allowed);
        budgets = List.copyOf(budgets);
        diagnostics = List.copyOf(diagnostics);
        changes = List.copyOf(changes);
        drafts = List.copyOf(drafts);
    }

    /**
     * Reads the answers about a workspace.
     *
     * @param id as the address names it
     * @param drafts as edited; empty to show the documents in force
     */
    public static WorkspacePage of(
            String id, AnswerNode workspace, AnswerNode audit, List<DraftText> drafts, ChangeOutcome outcome) {
        AnswerNode documents = workspace.member("documents");
        WorkspacesPage.Line line = WorkspacesPage.Line.of(workspace);
        return new WorkspacePage(
                line.id().isEmpty() ? new WorkspacesPage.Line(id, 0, "", "not there", 0, "") : line,
                WorkspaceBounds.of(documents),
                workspace.texts("allowed"),
                BudgetBar.of(workspace, documents),
                FoundProblem.of(workspace),
                RecordedChange.of(audit, "/v1/workspaces/" + id),
                drafts.isEmpty() ? DraftText.of(documents) : drafts,
                outcome);
    }

    public boolean isNew() {
        return workspace.generation() == 0;
    }
}
