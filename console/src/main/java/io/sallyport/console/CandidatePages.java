package io.sallyport.console;

import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.CandidatePage;
import io.sallyport.console.page.CandidatesPage;
import io.sallyport.console.page.ChangeOutcome;
import io.sallyport.console.page.LiveFilter;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What is tried without being in force: shown, promoted and taken back. Stateless. */
final class CandidatePages {
    private static final List<String> SHOWN =
            List.of("/v1/guardrails?mode=report", "/v1/guardrails/report", "/v1/trials");

    private CandidatePages() {}

    static CompletionStage<OwnReply.Whole> show(Visit visit) {
        return shown(visit, ChangeOutcome.NONE);
    }

    private static CompletionStage<OwnReply.Whole> shown(Visit visit, ChangeOutcome outcome) {
        return visit.pageOf(
                visit.getAll(SHOWN),
                all -> PageTemplates.page(
                        200,
                        "candidates",
                        visit.frame("Candidates", "candidates"),
                        CandidatesPage.of(
                                all.getFirst().content(),
                                all.get(1).content(),
                                all.get(2).content(),
                                outcome)));
    }

    /** Shows the candidate of one sandbox. */
    static CompletionStage<OwnReply.Whole> one(Visit visit) {
        SandboxId id = SandboxId.parse(visit.address().segment(1));
        if (id == null) {
            return CompletableFuture.completedStage(ConsoleReplies.missing(visit.frame("Candidate", "candidates")));
        }
        String path = path(id);
        return visit.pageOf(
                visit.getAll(List.of(path + "/candidate/report", path + "/candidate")),
                all -> PageTemplates.page(
                        200,
                        "candidate",
                        visit.frame("Candidate of " + id.text(), "candidates"),
                        CandidatePage.of(all.getFirst().content(), all.getLast().content())));
    }

    /** Promotes a candidate or takes something back, as the form's button says. */
    static CompletionStage<OwnReply.Whole> change(Visit visit) {
        PageCall call = call(visit);
        return call == null
                ? shown(visit, ChangeOutcome.NONE)
                : visit.send(call)
                        .thenCompose(answer -> shown(visit, outcome(visit.form().text("do"), answer)));
    }

    private static @Nullable PageCall call(Visit visit) {
        String what = visit.form().text("do");
        String digest = "?digest=" + visit.form().text("digest").replaceAll("[^0-9a-f]", "");
        SandboxId id = SandboxId.parse(visit.form().text("sandbox"));
        if (id == null) {
            String note = LiveFilter.escaped(visit.form().text("note").strip());
            return switch (what) {
                case "promote" -> post("/v1/guardrails/promote" + digest + (note.isEmpty() ? "" : "&note=" + note));
                case "remove" -> new PageCall("DELETE", "/v1/guardrails?mode=report", null, "");
                default -> null;
            };
        }
        return switch (what) {
            case "promote" -> post(path(id) + "/candidate/promote" + digest);
            case "remove" -> new PageCall("DELETE", path(id) + "/candidate", null, "");
            case "enforce" -> new PageCall("DELETE", path(id) + "/report-mode", null, "");
            default -> null;
        };
    }

    private static PageCall post(String target) {
        return new PageCall("POST", target, null, "");
    }

    private static String path(SandboxId id) {
        return "/v1/sandboxes/" + id.text();
    }

    private static ChangeOutcome outcome(String what, ApiAnswer answer) {
        if (!answer.isOk()) {
            return ChangeOutcome.refused(answer.problem());
        }
        String title = switch (what) {
            case "promote" ->
                answer.reply().status() == 202 ? "Waits for the approval of another person" : "In force now";
            case "enforce" -> "Report mode has ended: what policy refuses is refused";
            default -> "Taken back";
        };
        return ChangeOutcome.done(title);
    }
}
