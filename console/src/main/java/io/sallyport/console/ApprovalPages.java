package io.sallyport.console;

import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.ChangeOutcome;
import io.sallyport.console.page.LiveFilter;
import io.sallyport.console.page.change.ApprovalsPage;
import io.sallyport.console.page.change.PendingApproval;
import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** Changes that wait for a second person: shown, approved and rejected. Stateless. */
final class ApprovalPages {
    private static final String ALL = "/v1/approvals";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private ApprovalPages() {}

    static CompletionStage<OwnReply.Whole> list(Visit visit) {
        return listed(visit, ChangeOutcome.NONE);
    }

    private static CompletionStage<OwnReply.Whole> listed(Visit visit, ChangeOutcome outcome) {
        return visit.page(
                visit.get(ALL),
                all -> PageTemplates.page(
                        200,
                        "approvals",
                        visit.frame("Approvals", "approvals"),
                        ApprovalsPage.of(all.content(), outcome)));
    }

    static CompletionStage<OwnReply.Whole> one(Visit visit) {
        String id = visit.address().segment(1);
        return ID.matcher(id).matches()
                ? visit.page(
                        visit.get(ALL + "/" + id),
                        change -> PageTemplates.page(
                                200,
                                "approval",
                                visit.frame("Approval", "approvals"),
                                PendingApproval.of(change.content())))
                : missing(visit);
    }

    /** Approves or rejects a change, as the form's button says. */
    static CompletionStage<OwnReply.Whole> settle(Visit visit) {
        String id = visit.form().text("change");
        String note = visit.form().text("note").strip();
        String query = note.isEmpty() ? "" : "?note=" + LiveFilter.escaped(note);
        if (!ID.matcher(id).matches()) {
            return missing(visit);
        }
        return switch (visit.form().text("do")) {
            case "approve" -> settle(visit, "POST", id + query, "Approved, and in force now");
            case "reject" -> settle(visit, "DELETE", id + query, "Taken back: nothing was changed");
            default -> list(visit);
        };
    }

    private static CompletionStage<OwnReply.Whole> settle(Visit visit, String method, String change, String done) {
        return visit.send(new PageCall(method, ALL + "/" + change, null, ""))
                .thenCompose(answer -> listed(
                        visit, answer.isOk() ? ChangeOutcome.done(done) : ChangeOutcome.refused(answer.problem())));
    }

    private static CompletionStage<OwnReply.Whole> missing(Visit visit) {
        return CompletableFuture.completedStage(ConsoleReplies.missing(visit.frame("Approval", "approvals")));
    }
}
