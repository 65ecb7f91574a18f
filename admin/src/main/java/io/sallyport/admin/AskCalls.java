package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.ask.AskDocuments;
import io.sallyport.admin.body.AskBody;
import io.sallyport.admin.body.Read;
import io.sallyport.decision.ask.AskAnswer;
import io.sallyport.decision.ask.HeldRequest;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Translates the calls about requests that wait for a person. Immutable. */
final class AskCalls {
    private static final Problem UNKNOWN = Problem.of(
            404, "NOT_FOUND", "no request waits under this id: it was answered, its time is over, or its client left");

    private final HeldRequests asks;

    AskCalls(HeldRequests asks) {
        this.asks = asks;
    }

    OwnReply.Whole list() {
        return OwnReply.json(200, AskDocuments.list(asks.all()));
    }

    CompletionStage<Settled> answer(Call call) {
        return switch (AskBody.read(call.body().duplicate())) {
            case Read.Unreadable<AskBody.Said>(var code, var why) -> Settled.malformed(Problem.of(400, code, why));
            case Read.Wrong<AskBody.Said>(var diagnostics) ->
                CompletableFuture.completedStage(Settled.refused(diagnostics));
            case Read.Good<AskBody.Said>(var said) -> {
                AdminTokens.Caller caller = call.requireCaller();
                String by = caller.recorded() + ", " + caller.role().word();
                yield CompletableFuture.completedStage(answer(call.lastSegment(), said.by(by)));
            }
        };
    }

    private Settled answer(String id, AskAnswer answer) {
        HeldRequest request = asks.answer(id, answer);
        if (request == null) {
            return Settled.conflict(UNKNOWN);
        }
        String status = answer instanceof AskAnswer.Allowed ? "allowed" : "denied";
        String detail = status + " ask:" + id + " of " + request.sandbox() + " by " + answer.by();
        return new Settled(OwnReply.json(200, AskDocuments.answered(request, status)), ReasonCode.GRANTED, -1, detail);
    }
}
