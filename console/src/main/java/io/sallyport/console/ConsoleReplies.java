package io.sallyport.console;

import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.PageFrame;
import io.sallyport.console.page.ProblemPage;
import io.sallyport.model.answer.OwnReply;

/** The answers of the console that are not one of its pages. */
final class ConsoleReplies {
    private ConsoleReplies() {}

    /** Sends the browser to another page, which it asks for by GET (RFC 9110 section 15.4.4). */
    static OwnReply.Whole see(String address) {
        return Guarded.of(OwnReply.text(303, "text/plain", "").with("Location", address));
    }

    /** Sends the browser on after a change, or says that it waits for another person. */
    static OwnReply.Whole changed(PageFrame frame, ApiAnswer answer, String address) {
        return answer.reply().status() == 202
                ? problem(
                        frame,
                        202,
                        "Waits for the approval of another person",
                        "Nothing is in force yet. It is change "
                                + answer.content().text("id") + ", under Approvals.")
                : see(address);
    }

    /** Returns the page for a call of the control API that was refused. */
    static OwnReply.Whole refused(Visit visit, ApiAnswer answer) {
        AnswerNode problem = answer.problem();
        String message = problem.text("message");
        return problem(
                visit.frame("Not shown", ""),
                answer.reply().status(),
                answer.reply().status() == 403 ? "Your role does not allow this" : "The gateway refuses this",
                message.isEmpty() ? problem.text("code") : message);
    }

    static OwnReply.Whole missing(PageFrame frame) {
        return problem(frame, 404, "There is no such page", "The navigation leads to all pages.");
    }

    static OwnReply.Whole problem(PageFrame frame, int status, String title, String message) {
        return PageTemplates.page(status, "problem", frame, new ProblemPage(status, title, message));
    }
}
