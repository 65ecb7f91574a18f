package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.NotDurable;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.body.GuardrailsBody;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.RollbackBody;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsRollback;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.text.Parsed;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Translates the calls about guardrails from HTTP to {@link Control} and back. Immutable. */
final class GuardrailCalls {
    private final Control control;

    GuardrailCalls(Control control) {
        this.control = control;
    }

    OwnReply.Whole get(Call call) {
        GuardrailsView view = control.guardrails();
        return CallCondition.got(
                call.condition(), view.version(), view.tag(), OwnReply.json(200, AnswerDocuments.guardrails(view)));
    }

    CompletionStage<Settled> put(Call call) {
        return change(call, (origin, dryRun) -> switch (GuardrailsBody.read(call.body())) {
            case Read.Bad<GuardrailsDocuments> bad -> Settled.malformed(bad.problem());
            case Read.Good<GuardrailsDocuments>(var documents) ->
                control.putGuardrails(new GuardrailsChange(documents, call.condition(), origin, dryRun))
                        .thenApply(answer -> settled(answer, origin, dryRun));
        });
    }

    CompletionStage<Settled> rollBack(Call call) {
        return change(call, (origin, dryRun) -> switch (RollbackBody.read(call.body())) {
            case Read.Bad<Long> bad -> Settled.malformed(bad.problem());
            case Read.Good<Long>(var epoch) ->
                control.rollBackGuardrails(new GuardrailsRollback(epoch, call.condition(), origin, dryRun))
                        .thenApply(answer -> settled(answer, origin.restoring(epoch), dryRun));
        });
    }

    /** Reads the parameters that all changes share, then makes the change. */
    private static CompletionStage<Settled> change(
            Call call, BiFunction<ChangeOrigin, Boolean, CompletionStage<Settled>> work) {
        Boolean dryRun = isDryRun(call);
        if (dryRun == null) {
            return Settled.malformed(Problem.of(400, "INVALID_PARAMETER", "dry_run is neither true nor false"));
        }
        Caller caller = call.requireCaller();
        return switch (ChangeOrigin.ofToken(caller.role().word(), caller.name(), call.parameter("note"))) {
            case Parsed.Rejected<ChangeOrigin>(var why, int _) ->
                Settled.malformed(Problem.of(400, "INVALID_PARAMETER", why));
            case Parsed.Accepted<ChangeOrigin>(var origin) -> work.apply(origin, dryRun);
        };
    }

    /** Returns whether this is a dry run; null if the parameter is invalid. */
    private static @Nullable Boolean isDryRun(Call call) {
        return switch (call.parameters().getOrDefault("dry_run", "false")) {
            case "true" -> true;
            case "false" -> false;
            default -> null;
        };
    }

    private static Settled settled(GuardrailsAnswer answer, ChangeOrigin origin, boolean dryRun) {
        return switch (answer) {
            case GuardrailsAnswer.InForce inForce ->
                new Settled(inForce(inForce, dryRun), ReasonCode.GRANTED, -1, detail(inForce, origin, dryRun));
            case GuardrailsAnswer.Refused(var diagnostics) -> Settled.refused(diagnostics);
            case GuardrailsAnswer.MovedOn(var view) ->
                Settled.conflict(
                        Problem.of(412, "MOVED_ON", "nothing was changed: the guardrails are at epoch " + view.epoch())
                                .with("ETag", "\"" + view.tag() + "\""));
            case GuardrailsAnswer.Unknown() -> Settled.conflict(GuardrailHistoryCalls.UNKNOWN);
            case GuardrailsAnswer.Configured() ->
                Settled.conflict("CONFIGURED", "the configuration names a guardrails folder, the only source");
            case GuardrailsAnswer.Unavailable(var why) -> Settled.unavailable(why);
        };
    }

    /** A dry run has no tag: what it answers about is in force nowhere. */
    private static OwnReply.Whole inForce(GuardrailsAnswer.InForce inForce, boolean dryRun) {
        int status = inForce.durable() ? 200 : NotDurable.STATUS;
        OwnReply.Whole shown = OwnReply.json(status, AnswerDocuments.guardrailsInForce(inForce, dryRun));
        return dryRun ? shown : CallCondition.tagged(shown, inForce.view().tag());
    }

    private static String detail(GuardrailsAnswer.InForce inForce, ChangeOrigin origin, boolean dryRun) {
        int refused = inForce.refusedSandboxes().size();
        return (dryRun ? "dry run, " : "epoch " + inForce.view().epoch() + ", ")
                + "digest " + inForce.view().digest() + ", sandboxes refused: " + refused
                + (origin.restores() == null ? "" : ", restores epoch " + origin.restores())
                + (origin.note() == null ? "" : ", note: " + origin.note());
    }
}
