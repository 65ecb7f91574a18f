package io.sallyport.console;

import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.ChangeOutcome;
import io.sallyport.console.page.DraftText;
import io.sallyport.console.page.FoundProblem;
import io.sallyport.console.page.workspace.WorkspacePage;
import io.sallyport.console.page.workspace.WorkspacesPage;
import io.sallyport.model.WorkspaceId;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Workspaces: shown, put and deleted. Stateless. */
final class WorkspacePages {
    private static final String ALL = "/v1/workspaces";
    private static final String CHANGES = "/v1/audit?kind=policy&limit=500";

    private WorkspacePages() {}

    static CompletionStage<OwnReply.Whole> list(Visit visit) {
        return listed(visit, ChangeOutcome.NONE);
    }

    private static CompletionStage<OwnReply.Whole> listed(Visit visit, ChangeOutcome outcome) {
        return visit.page(
                visit.get(ALL),
                all -> PageTemplates.page(
                        200,
                        "workspaces",
                        visit.frame("Workspaces", "workspaces"),
                        WorkspacesPage.of(all.content(), outcome)));
    }

    /** Shows one; of an id that nobody put yet, the form that puts it. */
    static CompletionStage<OwnReply.Whole> one(Visit visit) {
        WorkspaceId id = WorkspaceId.parse(visit.address().segment(1));
        return id == null ? missing(visit) : shown(visit, id, List.of(), ChangeOutcome.NONE);
    }

    /** Leads to the page of the id that was typed. */
    static CompletionStage<OwnReply.Whole> named(Visit visit) {
        WorkspaceId id = WorkspaceId.parse(visit.address().query().text("id").strip());
        return id == null
                ? missing(visit)
                : CompletableFuture.completedStage(ConsoleReplies.see("/console/workspaces/" + id.text()));
    }

    private static CompletionStage<OwnReply.Whole> shown(
            Visit visit, WorkspaceId id, List<DraftText> drafts, ChangeOutcome outcome) {
        List<String> targets = List.of(ALL + "/" + id.text(), CHANGES);
        return visit.getAll(targets)
                .thenApplyAsync(
                        all -> isShown(all.getFirst())
                                ? PageTemplates.page(
                                        200,
                                        "workspace",
                                        visit.frame("Workspace " + id.text(), "workspaces"),
                                        WorkspacePage.of(
                                                id.text(),
                                                all.getFirst().content(),
                                                all.getLast().content(),
                                                drafts,
                                                outcome))
                                : ConsoleReplies.refused(visit, all.getFirst()),
                        visit.workers());
    }

    private static boolean isShown(ApiAnswer answer) {
        return answer.isOk() || answer.reply().status() == 404;
    }

    /** Puts or deletes a workspace, as the form's button says, if its generation is still that of the form. */
    static CompletionStage<OwnReply.Whole> change(Visit visit) {
        WorkspaceId id = WorkspaceId.parse(visit.form().text("workspace"));
        if (id == null) {
            return missing(visit);
        }
        return visit.form().text("do").equals("delete") ? delete(visit, id) : put(visit, id);
    }

    private static CompletionStage<OwnReply.Whole> put(Visit visit, WorkspaceId id) {
        List<DraftText> drafts = DraftText.of(visit.form());
        List<FoundProblem> problems = DraftText.problems(drafts);
        if (!problems.isEmpty()) {
            return shown(visit, id, drafts, new ChangeOutcome("Not accepted", false, problems, List.of()));
        }
        return visit.get(ALL + "/" + id.text())
                .thenCompose(
                        now -> visit.send(call(visit, id, drafts, now.content().member("documents"))))
                .thenCompose(answer ->
                        shown(visit, id, answer.isOk() ? List.of() : drafts, outcome(answer, "In force now")));
    }

    private static PageCall call(Visit visit, WorkspaceId id, List<DraftText> drafts, AnswerNode inForce) {
        String condition = condition(visit);
        String target = ALL + "/" + id.text();
        String body = DraftText.body(drafts, inForce);
        return condition == null ? PageCall.create(target, body) : new PageCall("PUT", target, condition, body);
    }

    /** Returns the tag of the generation that was shown; null if there was none. */
    private static @Nullable String condition(Visit visit) {
        String generation = visit.form().text("generation");
        return generation.matches("[1-9][0-9]{0,17}") ? "\"" + generation + "\"" : null;
    }

    private static CompletionStage<OwnReply.Whole> delete(Visit visit, WorkspaceId id) {
        return visit.send(new PageCall("DELETE", ALL + "/" + id.text(), null, ""))
                .thenCompose(answer -> listed(visit, outcome(answer, "Deleted: " + id.text())));
    }

    private static ChangeOutcome outcome(ApiAnswer answer, String done) {
        if (!answer.isOk()) {
            return ChangeOutcome.refused(answer.problem());
        }
        boolean waits = answer.reply().status() == 202;
        return ChangeOutcome.done(waits ? "Waits for the approval of another person" : done);
    }

    private static CompletionStage<OwnReply.Whole> missing(Visit visit) {
        return CompletableFuture.completedStage(ConsoleReplies.missing(visit.frame("Workspace", "workspaces")));
    }
}
