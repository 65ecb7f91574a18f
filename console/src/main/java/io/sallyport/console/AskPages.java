package io.sallyport.console;

import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.ChangeOutcome;
import io.sallyport.console.page.ask.AskForm;
import io.sallyport.console.page.ask.AsksPage;
import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/** The requests that wait for a person: shown, counted and answered. Stateless. */
final class AskPages {
    private static final String WAITING = "/v1/ask";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    private AskPages() {}

    static CompletionStage<OwnReply.Whole> show(Visit visit) {
        return shown(visit, ChangeOutcome.NONE);
    }

    private static CompletionStage<OwnReply.Whole> shown(Visit visit, ChangeOutcome outcome) {
        return made(visit, "asks", outcome);
    }

    /** Returns the list alone, for the script of the page. */
    static CompletionStage<OwnReply.Whole> list(Visit visit) {
        return made(visit, "asklist", ChangeOutcome.NONE);
    }

    private static CompletionStage<OwnReply.Whole> made(Visit visit, String template, ChangeOutcome outcome) {
        return visit.page(
                visit.get(WAITING),
                asks -> PageTemplates.page(
                        200, template, visit.frame("Asks", "asks"), AsksPage.of(asks.content(), outcome)));
    }

    /** Returns how many wait, as JSON, for the number in the navigation. */
    static CompletionStage<OwnReply.Whole> count(Visit visit) {
        return visit.page(
                visit.get(WAITING),
                asks -> Guarded.of(OwnReply.json(
                        200, "{\"waiting\":" + asks.content().items("asks").size() + "}")));
    }

    /** Lets a request pass or refuses it, as the form's button says. */
    static CompletionStage<OwnReply.Whole> answer(Visit visit) {
        String id = visit.form().text("ask");
        if (!ID.matcher(id).matches()) {
            return shown(visit, ChangeOutcome.NONE);
        }
        return visit.send(new PageCall("POST", WAITING + "/" + id, null, AskForm.body(visit.form())))
                .thenCompose(answer -> shown(visit, outcome(answer)));
    }

    private static ChangeOutcome outcome(ApiAnswer answer) {
        AnswerNode said = answer.problem();
        if (!answer.isOk()) {
            return ChangeOutcome.refused(said);
        }
        String request = said.text("method") + " " + said.text("url") + " of " + said.text("sandbox");
        return ChangeOutcome.done((said.text("status").equals("allowed") ? "Allowed: " : "Denied: ") + request);
    }
}
