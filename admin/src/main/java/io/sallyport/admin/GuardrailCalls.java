package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.NotDurable;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.body.GuardrailsBody;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.RollbackBody;
import io.sallyport.audit.rules.RuleCounts;
import io.sallyport.control.calls.ChangeOrigin;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.GuardrailsAnswer;
import io.sallyport.control.calls.Control.GuardrailsChange;
import io.sallyport.control.calls.Control.GuardrailsDocuments;
import io.sallyport.control.calls.Control.GuardrailsPromotion;
import io.sallyport.control.calls.Control.GuardrailsRollback;
import io.sallyport.control.calls.Control.GuardrailsView;
import io.sallyport.control.calls.PendingChange;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.Proposal;
import io.sallyport.model.Mode;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.text.Parsed;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translates the calls about guardrails from HTTP to {@link Control} and back. Immutable. */
final class GuardrailCalls {
    private static final Problem NO_MODE = Problem.of(
            400,
            "INVALID_PARAMETER",
            "mode is neither enforce nor report, or report with a condition; only a candidate (report) is deleted");
    private static final Problem NO_CANDIDATE = Problem.of(404, "NO_CANDIDATE", "no guardrails are in report mode");

    static final String CHECKED = "checked";
    static final String LOADED = "loaded";
    private static final String REPORTING = "reporting";
    private static final String REMOVED = "removed";

    private final Control control;
    private final RuleCounts rules;

    /** @param rules the counts of what rules would have refused */
    GuardrailCalls(Control control, RuleCounts rules) {
        this.control = control;
        this.rules = rules;
    }

    OwnReply.Whole get(Call call) {
        Mode mode = mode(call);
        if (mode == null) {
            return NO_MODE.answer();
        }
        if (mode == Mode.REPORT) {
            return OwnReply.json(200, AnswerDocuments.guardrails(control.candidate()));
        }
        GuardrailsView view = control.guardrails();
        return CallCondition.got(
                call.condition(), view.version(), view.tag(), OwnReply.json(200, AnswerDocuments.guardrails(view)));
    }

    CompletionStage<Settled> put(Call call) {
        Mode mode = mode(call);
        if (mode == null) {
            return Settled.malformed(NO_MODE);
        }
        return change(call, (origin, dryRun) -> switch (GuardrailsBody.read(call.body())) {
            case Read.Bad<GuardrailsDocuments> bad -> Settled.malformed(bad.problem());
            case Read.Good<GuardrailsDocuments>(var documents) ->
                switch (mode) {
                    case ENFORCE ->
                        control.putGuardrails(new GuardrailsChange(documents, call.condition(), origin, dryRun))
                                .thenApply(answer -> settled(answer, origin, dryRun ? CHECKED : LOADED));
                    case REPORT ->
                        control.putCandidate(documents, dryRun)
                                .thenApply(answer -> dryRun
                                        ? settled(answer, origin, CHECKED)
                                        : settled(counted(answer), origin, REPORTING));
                };
        });
    }

    /** Takes the candidate away. The guardrails in force are only replaced, by a PUT. */
    CompletionStage<Settled> remove(Call call) {
        return mode(call) == Mode.REPORT
                ? change(
                        call,
                        (origin, _) -> control.removeCandidate()
                                .thenApply(answer -> settled(counted(answer), origin, REMOVED)))
                : Settled.malformed(NO_MODE);
    }

    CompletionStage<Settled> promote(Call call) {
        return change(
                call,
                (origin, _) -> control.promoteCandidate(
                                new GuardrailsPromotion(candidate(call), call.condition(), origin))
                        .thenApply(answer -> settled(counted(answer), origin, LOADED)));
    }

    /** Returns which candidate is meant: that of the parameter {@code digest}, else any. */
    private static Precondition candidate(Call call) {
        String digest = call.parameter("digest");
        return digest == null ? Precondition.NONE : new Precondition.OneOf(Set.of(digest));
    }

    /** Returns the result of a change that {@code approver} approved. */
    Settled approved(PendingChange change, GuardrailsAnswer answer, ChangeOrigin approver) {
        boolean promotes =
                change.proposal() instanceof Proposal.OfGuardrails(var _, boolean isPromotion) && isPromotion;
        Settled put = settled(promotes ? counted(answer) : answer, change.origin(), LOADED);
        return new Settled(
                put.answer(),
                put.reason(),
                put.generation(),
                ApprovalDocuments.named(change, approver.note()) + ": " + put.detail());
    }

    /** Starts the counts of the candidate's rules anew if the candidate changed. */
    private GuardrailsAnswer counted(GuardrailsAnswer answer) {
        if (answer instanceof GuardrailsAnswer.InForce) {
            rules.forgetCandidate();
        }
        return answer;
    }

    /**
     * Returns the mode that the guardrails are for; null if the parameter is invalid, or a condition is on the
     * candidate, which has no version.
     */
    private static @Nullable Mode mode(Call call) {
        return switch (call.parameters().getOrDefault("mode", Mode.ENFORCE.word())) {
            case "enforce" -> Mode.ENFORCE;
            case "report" -> call.condition().equals(Precondition.NONE) ? Mode.REPORT : null;
            default -> null;
        };
    }

    CompletionStage<Settled> rollBack(Call call) {
        return change(call, (origin, dryRun) -> switch (RollbackBody.read(call.body(), "epoch")) {
            case Read.Bad<Long> bad -> Settled.malformed(bad.problem());
            case Read.Good<Long>(var epoch) ->
                control.rollBackGuardrails(new GuardrailsRollback(epoch, call.condition(), origin, dryRun))
                        .thenApply(answer -> settled(answer, origin.restoring(epoch), dryRun ? CHECKED : LOADED));
        });
    }

    /** Reads the parameters that all changes share, then makes the change. */
    private static CompletionStage<Settled> change(
            Call call, BiFunction<ChangeOrigin, Boolean, CompletionStage<Settled>> work) {
        Boolean dryRun = isDryRun(call);
        if (dryRun == null) {
            return Settled.malformed(Problem.of(400, "INVALID_PARAMETER", "dry_run is neither true nor false"));
        }
        return withOrigin(call, origin -> work.apply(origin, dryRun));
    }

    /** Goes on with who calls, and the note of the call. */
    static CompletionStage<Settled> withOrigin(Call call, Function<ChangeOrigin, CompletionStage<Settled>> work) {
        Caller caller = call.requireCaller();
        return switch (ChangeOrigin.ofToken(caller.role().word(), caller.name(), call.parameter("note"))) {
            case Parsed.Rejected<ChangeOrigin>(var why, int _) ->
                Settled.malformed(Problem.of(400, "INVALID_PARAMETER", why));
            case Parsed.Accepted<ChangeOrigin>(var origin) -> work.apply(origin);
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

    private static Settled settled(GuardrailsAnswer answer, ChangeOrigin origin, String status) {
        return switch (answer) {
            case GuardrailsAnswer.InForce inForce ->
                new Settled(inForce(inForce, status), ReasonCode.GRANTED, -1, detail(inForce, origin, status));
            case GuardrailsAnswer.Pending(var change, var diagnostics) -> ApprovalCalls.pending(change, diagnostics);
            case GuardrailsAnswer.Full(var why) -> Settled.conflict("TOO_MANY_PENDING", why);
            case GuardrailsAnswer.Refused(var diagnostics) -> Settled.refused(diagnostics);
            case GuardrailsAnswer.MovedOn(var view) ->
                Settled.conflict(
                        Problem.of(412, "MOVED_ON", "nothing was changed: the guardrails are at epoch " + view.epoch())
                                .with("ETag", "\"" + view.tag() + "\""));
            case GuardrailsAnswer.Unknown() -> Settled.conflict(GuardrailHistoryCalls.UNKNOWN);
            case GuardrailsAnswer.Configured() ->
                Settled.conflict("CONFIGURED", "the configuration names a guardrails folder, the only source");
            case GuardrailsAnswer.OtherCandidate(var candidate) ->
                Settled.conflict(
                        Problem.of(412, "MOVED_ON", "nothing was changed: the candidate is " + candidate.digest()));
            case GuardrailsAnswer.NoCandidate() -> Settled.conflict(NO_CANDIDATE);
            case GuardrailsAnswer.Unavailable(var why) -> Settled.unavailable(why);
        };
    }

    /** Only what is in force has a tag. */
    private static OwnReply.Whole inForce(GuardrailsAnswer.InForce inForce, String status) {
        int code = inForce.durable() ? 200 : NotDurable.STATUS;
        OwnReply.Whole shown = OwnReply.json(code, AnswerDocuments.guardrailsInForce(inForce, status));
        return status.equals(LOADED)
                ? CallCondition.tagged(shown, inForce.view().tag())
                : shown;
    }

    private static String detail(GuardrailsAnswer.InForce inForce, ChangeOrigin origin, String status) {
        int refused = inForce.refusedSandboxes().size();
        return (status.equals(LOADED) ? "epoch " + inForce.view().epoch() : status) + ", "
                + "digest " + inForce.view().digest() + ", sandboxes refused: " + refused
                + (origin.restores() == null ? "" : ", restores epoch " + origin.restores())
                + (origin.note() == null ? "" : ", note: " + origin.note());
    }
}
