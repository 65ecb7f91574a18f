package io.sallyport.console;

import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.ChangeOutcome;
import io.sallyport.console.page.EditedGuardrails;
import io.sallyport.console.page.FoundProblem;
import io.sallyport.console.page.LiveFilter;
import io.sallyport.console.page.PolicyPage;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The guardrails: shown, checked and changed. Stateless. */
final class GuardrailPages {
    private static final List<String> SHOWN =
            List.of("/v1/guardrails", "/v1/guardrails/history", "/v1/guardrails/report");

    private GuardrailPages() {}

    static CompletionStage<OwnReply.Whole> show(Visit visit) {
        return shown(visit, Map.of(), ChangeOutcome.NONE);
    }

    private static CompletionStage<OwnReply.Whole> shown(
            Visit visit, Map<String, String> edited, ChangeOutcome outcome) {
        return visit.pageOf(
                visit.getAll(SHOWN),
                all -> PageTemplates.page(
                        200,
                        "policy",
                        visit.frame("Policy", "policy"),
                        PolicyPage.of(
                                all.getFirst().content(),
                                all.get(1).content(),
                                all.get(2).content(),
                                edited,
                                outcome)));
    }

    /** Checks the edited files, tries them beside those in force, or puts them in force, as the form's button says. */
    static CompletionStage<OwnReply.Whole> change(Visit visit) {
        Map<String, String> files = EditedGuardrails.files(visit.form());
        return visit.get("/v1/guardrails")
                .thenCompose(now -> visit.send(call(visit, EditedGuardrails.body(files, now.content()))))
                .thenCompose(answer -> shown(visit, files, outcome(visit.form().text("do"), answer)));
    }

    private static PageCall call(Visit visit, String body) {
        String tag = visit.form().text("tag");
        String note = LiveFilter.escaped(visit.form().text("note").strip());
        return switch (visit.form().text("do")) {
            case "enforce" ->
                new PageCall("PUT", "/v1/guardrails" + (note.isEmpty() ? "" : "?note=" + note), condition(tag), body);
            case "report" -> new PageCall("PUT", "/v1/guardrails?mode=report", null, body);
            default -> new PageCall("PUT", "/v1/guardrails?dry_run=true", null, body);
        };
    }

    /** Returns the tag of the set that was shown; of none at all there is no tag to match. */
    private static @Nullable String condition(String tag) {
        return tag.matches("\"[0-9]{1,18}-[0-9a-f]{1,64}\"") ? tag : null;
    }

    private static ChangeOutcome outcome(String what, ApiAnswer answer) {
        AnswerNode said = answer.problem();
        if (!answer.isOk()) {
            return ChangeOutcome.refused(said);
        }
        String title = switch (what) {
            case "enforce" ->
                answer.reply().status() == 202 ? "Waits for the approval of another person" : "In force now";
            case "report" -> "In report mode: what they would refuse is counted, nothing is refused";
            default -> "The guardrails load";
        };
        return new ChangeOutcome(title, true, FoundProblem.of(said), said.texts("refused_sandboxes"));
    }

    /** Puts an earlier set in force again. */
    static CompletionStage<OwnReply.Whole> rollBack(Visit visit) {
        String epoch = visit.form().text("epoch").replaceAll("[^0-9]", "");
        String body = "{\"epoch\":" + (epoch.isEmpty() ? "0" : epoch) + "}";
        return visit.send(new PageCall(
                        "POST",
                        "/v1/guardrails/rollback",
                        condition(visit.form().text("tag")),
                        body))
                .thenCompose(answer -> shown(visit, Map.of(), outcome("enforce", answer)));
    }
}
