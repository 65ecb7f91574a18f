package io.sallyport.console.page.workspace;

import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.ChangeOutcome;
import java.util.List;

/** All workspaces, by id. */
public record WorkspacesPage(List<Line> workspaces, ChangeOutcome outcome) {
    public WorkspacesPage {
        workspaces = List.copyOf(workspaces);
    }

    /**
     * One workspace.
     *
     * @param generation 0 if it was never put
     * @param status {@code loaded}, {@code refused} or {@code missing}
     * @param sandboxes how many are in it
     * @param expiresAt RFC 3339; empty if it does not end
     */
    public record Line(String id, long generation, String digest, String status, long sandboxes, String expiresAt) {
        static Line of(AnswerNode workspace) {
            return new Line(
                    workspace.text("id"),
                    workspace.number("generation"),
                    workspace.text("digest"),
                    workspace.text("status"),
                    workspace.number("sandboxes"),
                    workspace.text("expires_at"));
        }
    }

    /** Reads the answer of {@code GET /v1/workspaces}. */
    public static WorkspacesPage of(AnswerNode answer, ChangeOutcome outcome) {
        return new WorkspacesPage(
                answer.items("workspaces").stream().map(Line::of).toList(), outcome);
    }
}
