package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.SkillsBody;
import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.calls.SkillControl.SkillsAnswer;
import io.sallyport.control.calls.SkillControl.SkillsView;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The calls about the skills of one sandbox. */
final class SkillCalls {
    private final SkillControl skills;

    SkillCalls(SkillControl skills) {
        this.skills = skills;
    }

    OwnReply.Whole get(Call call) {
        SkillsView view = skills.get(call.requireId());
        return view == null ? noSuch().answer() : OwnReply.json(200, SkillDocuments.skills(view));
    }

    CompletionStage<Settled> put(Call call) {
        return switch (SkillsBody.read(call.body())) {
            case Read.Unreadable<Map<String, String>>(var code, var message) -> refused(Problem.of(400, code, message));
            case Read.Wrong<Map<String, String>>(var diagnostics) -> refused(Problem.refused(diagnostics));
            case Read.Good<Map<String, String>>(var manifests) ->
                skills.put(call.requireId(), manifests).thenApply(SkillCalls::settled);
        };
    }

    CompletionStage<Settled> remove(Call call) {
        return skills.remove(call.requireId()).thenApply(SkillCalls::settled);
    }

    CompletionStage<Settled> turn(Call call, boolean on) {
        return skills.turn(call.requireId(), call.requireSkill(), on).thenApply(SkillCalls::settled);
    }

    CompletionStage<Settled> reload(Call call) {
        return skills.reload(call.requireId()).thenApply(SkillCalls::settled);
    }

    private static Settled settled(SkillsAnswer answer) {
        return switch (answer) {
            case SkillsAnswer.InForce(var view) -> Settled.done(OwnReply.json(200, SkillDocuments.skills(view)), -1);
            case SkillsAnswer.Refused(var diagnostics) ->
                Settled.refused(Problem.refused(diagnostics), ReasonCode.DOCUMENT_REFUSED);
            case SkillsAnswer.Unknown() -> Settled.refused(noSuch(), ReasonCode.STATE_CONFLICT);
            case SkillsAnswer.UnknownSkill() ->
                Settled.refused(
                        Problem.of(404, "NOT_FOUND", "the sandbox has no skill of that id"), ReasonCode.STATE_CONFLICT);
            case SkillsAnswer.Conflict(var code, var why) ->
                Settled.refused(Problem.of(409, code, "nothing was changed: " + why), ReasonCode.STATE_CONFLICT);
            case SkillsAnswer.Unavailable(var why) ->
                Settled.refused(Problem.unavailable(why), ReasonCode.INTERNAL_ERROR);
        };
    }

    private static Problem noSuch() {
        return Problem.of(404, "NOT_FOUND", "there is no sandbox of that id");
    }

    private static CompletionStage<Settled> refused(Problem problem) {
        return CompletableFuture.completedStage(Settled.refused(problem, ReasonCode.DOCUMENT_REFUSED));
    }
}
