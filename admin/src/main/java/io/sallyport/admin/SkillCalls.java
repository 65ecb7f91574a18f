package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.SkillsBody;
import io.sallyport.control.calls.SkillControl;
import io.sallyport.control.calls.SkillControl.SkillsAnswer;
import io.sallyport.control.calls.SkillControl.SkillsView;
import io.sallyport.model.answer.OwnReply;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** The calls about the skills of one sandbox. */
final class SkillCalls {
    private final SkillControl skills;

    SkillCalls(SkillControl skills) {
        this.skills = skills;
    }

    OwnReply.Whole get(Call call) {
        SkillsView view = skills.get(call.requireId());
        return view == null ? Problem.missing("sandbox").answer() : OwnReply.json(200, SkillDocuments.skills(view));
    }

    CompletionStage<Settled> put(Call call) {
        return switch (SkillsBody.read(call.body())) {
            case Read.Bad<Map<String, String>> bad -> Settled.malformed(bad.problem());
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
            case SkillsAnswer.Refused(var diagnostics) -> Settled.refused(diagnostics);
            case SkillsAnswer.Unknown() -> Settled.conflict(Problem.missing("sandbox"));
            case SkillsAnswer.UnknownSkill() ->
                Settled.conflict(Problem.of(404, "NOT_FOUND", "the sandbox has no skill of that id"));
            case SkillsAnswer.Conflict(var code, var why) -> Settled.conflict(code, why);
            case SkillsAnswer.Unavailable(var why) -> Settled.unavailable(why);
        };
    }
}
