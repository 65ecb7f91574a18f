package io.sallyport.console;

import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.RefusalPage;
import io.sallyport.console.page.RefusedRequest;
import io.sallyport.console.session.FormFields;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Why a request is refused, and the change that lets it pass. Stateless. */
final class GrantPages {
    private GrantPages() {}

    /** Shows the way to the verdict and the least grant; changes nothing. */
    static CompletionStage<OwnReply.Whole> why(Visit visit) {
        return named(
                visit,
                visit.address().query(),
                request -> visit.pageOf(
                        asked(visit, request),
                        all -> PageTemplates.page(
                                200,
                                "refusal",
                                visit.frame("Why it is refused", "refusals"),
                                RefusalPage.of(
                                        request,
                                        all.getFirst().content(),
                                        all.get(1).content(),
                                        all.get(2).content()))));
    }

    private static CompletionStage<List<ApiAnswer>> asked(Visit visit, RefusedRequest request) {
        return visit.sendAll(List.of(
                new PageCall("POST", request.path() + "/explain", null, request.question()),
                new PageCall("POST", request.path() + "/suggest", null, request.questions()),
                PageCall.get(request.path() + "/documents")));
    }

    /**
     * Adds the least grant to the documents in force, if they are still those that the form was made of. The grant is
     * computed again, so that a form cannot name another one.
     */
    static CompletionStage<OwnReply.Whole> allow(Visit visit) {
        return named(
                visit,
                visit.form(),
                request -> visit.getAll(List.of(request.path() + "/documents"))
                        .thenCombine(
                                suggested(visit, request),
                                (documents, suggestion) -> body(documents.getFirst(), suggestion))
                        .thenCompose(body -> body.map(documents -> put(visit, request, documents))
                                .orElseGet(() -> cannot(visit))));
    }

    /**
     * Asks the documents with the least grant about a page of the sandbox's records of the last day, for the script of
     * the page.
     */
    static CompletionStage<OwnReply.Whole> replay(Visit visit) {
        return named(
                visit,
                visit.address().query(),
                request -> visit.getAll(List.of(request.path() + "/documents"))
                        .thenCombine(
                                suggested(visit, request),
                                (documents, suggestion) -> body(documents.getFirst(), suggestion))
                        .thenCompose(body -> body.map(documents -> replayed(visit, request, documents))
                                .orElseGet(() -> cannot(visit))));
    }

    private static CompletionStage<OwnReply.Whole> replayed(Visit visit, RefusedRequest request, String documents) {
        String cursor = visit.address().query().text("cursor").replaceAll("[^0-9]", "");
        String target = request.path() + "/replay" + (cursor.isEmpty() ? "" : "?cursor=" + cursor);
        return visit.page(
                visit.send(new PageCall("POST", target, null, documents)),
                report -> Guarded.of(OwnReply.json(200, report.reply().body())));
    }

    private static CompletionStage<ApiAnswer> suggested(Visit visit, RefusedRequest request) {
        return visit.send(new PageCall("POST", request.path() + "/suggest", null, request.questions()));
    }

    private static Optional<String> body(ApiAnswer documents, ApiAnswer suggestion) {
        AnswerNode submitted = documents.content();
        return submitted.isTrue("identity")
                ? Optional.empty()
                : RefusalPage.body(submitted, RefusalPage.proposals(suggestion.content()));
    }

    private static CompletionStage<OwnReply.Whole> put(Visit visit, RefusedRequest request, String documents) {
        String condition = "\"" + visit.form().text("generation").replaceAll("[^0-9]", "") + "\"";
        return visit.page(
                visit.send(new PageCall("PUT", request.path(), condition, documents)),
                answer -> ConsoleReplies.changed(visit.frame("Allow this", "refusals"), answer, request.address()));
    }

    private static CompletionStage<OwnReply.Whole> cannot(Visit visit) {
        return CompletableFuture.completedStage(ConsoleReplies.problem(
                visit.frame("Nothing was changed", "refusals"),
                409,
                "Nothing was changed",
                "There is no line that the console can add to this sandbox's documents. Ask again why it is refused."));
    }

    private static CompletionStage<OwnReply.Whole> named(
            Visit visit, FormFields fields, Function<RefusedRequest, CompletionStage<OwnReply.Whole>> page) {
        RefusedRequest request = RefusedRequest.of(fields);
        return request == null
                ? CompletableFuture.completedStage(ConsoleReplies.problem(
                        visit.frame("No request", "refusals"),
                        400,
                        "No request is named",
                        "A sandbox, a method and a URL are needed."))
                : page.apply(request);
    }
}
