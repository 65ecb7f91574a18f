package io.sallyport.console;

import io.sallyport.admin.PageCalls;
import io.sallyport.admin.PageCalls.PageCall;
import io.sallyport.console.page.PageFrame;
import io.sallyport.console.session.FormFields;
import io.sallyport.console.session.Session;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.web.Reply;
import io.sallyport.web.WebRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * One request of somebody who is logged in, and the calls of the control API that it makes in their name. Safe for
 * concurrent use: calls hop to the event loop, pages are made on a worker.
 *
 * @param form the fields of its body; {@link FormFields#NONE} if it has none
 * @param sessionId as the cookie has it
 */
record Visit(
        ConsoleAddress address,
        FormFields form,
        Session session,
        String sessionId,
        WebRequest asked,
        PageCalls api,
        Executor workers) {
    /** Returns the same with the fields of a form. */
    Visit with(FormFields fields) {
        return new Visit(address, fields, session, sessionId, asked, api, workers);
    }

    PageFrame frame(String title, String section) {
        return new PageFrame(
                title,
                section,
                session.caller().shown(),
                session.caller().role().word(),
                session.formToken());
    }

    CompletionStage<ApiAnswer> get(String target) {
        return send(PageCall.get(target));
    }

    /** Asks for several answers at a time; they come in the order of the targets. */
    CompletionStage<List<ApiAnswer>> getAll(List<String> targets) {
        return sendAll(targets.stream().map(PageCall::get).toList());
    }

    /** Makes several calls at a time; their answers come in their order. */
    CompletionStage<List<ApiAnswer>> sendAll(List<PageCall> calls) {
        List<CompletableFuture<ApiAnswer>> answers =
                calls.stream().map(call -> send(call).toCompletableFuture()).toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(_ -> answers.stream().map(CompletableFuture::join).toList());
    }

    CompletionStage<ApiAnswer> send(PageCall call) {
        return CompletableFuture.supplyAsync(() -> api.call(session.caller(), call, asked), asked.loop())
                .thenCompose(Visit::whole);
    }

    private static CompletionStage<ApiAnswer> whole(Reply reply) {
        return switch (reply) {
            case Reply.One(var stage) -> stage.thenApply(Visit::answer);
            case Reply.Events _, Reply.Cut _ ->
                CompletableFuture.failedStage(new IllegalStateException("a page cannot show a stream"));
        };
    }

    private static ApiAnswer answer(OwnReply reply) {
        return switch (reply) {
            case OwnReply.Whole whole -> new ApiAnswer(whole);
            case OwnReply.Streamed _ -> throw new IllegalStateException("the control API streamed an answer");
        };
    }

    /** Makes a page of an answer on a worker; a refusal becomes a page that says so. */
    CompletionStage<OwnReply.Whole> page(CompletionStage<ApiAnswer> answer, Function<ApiAnswer, OwnReply.Whole> made) {
        return answer.thenApplyAsync(
                whole -> whole.isOk() ? made.apply(whole) : ConsoleReplies.refused(this, whole), workers);
    }

    /** The same of several answers; the first has to be there, the page can do without the others. */
    CompletionStage<OwnReply.Whole> pageOf(
            CompletionStage<List<ApiAnswer>> answers, Function<List<ApiAnswer>, OwnReply.Whole> made) {
        return answers.thenApplyAsync(
                all -> all.getFirst().isOk() ? made.apply(all) : ConsoleReplies.refused(this, all.getFirst()), workers);
    }
}
