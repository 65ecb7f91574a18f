package io.sallyport.admin;

import io.sallyport.admin.AdminTokens.Caller;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.body.ExplainBody;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.SuggestBody;
import io.sallyport.audit.AuditFilter;
import io.sallyport.audit.AuditQueries;
import io.sallyport.audit.RecordedQuestion;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.ExplainAnswer;
import io.sallyport.control.calls.Control.SuggestAnswer;
import io.sallyport.decision.explain.EffectivePolicyJson;
import io.sallyport.decision.explain.ExplanationJson;
import io.sallyport.decision.explain.SuggestionJson;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.answer.OwnReply;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls that explain decisions and suggest grants. Immutable. */
final class ExplainCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ExplainCalls.class);

    private final Control control;
    private final AuditQueries history;

    ExplainCalls(Control control, AuditQueries history) {
        this.control = control;
        this.history = history;
    }

    CompletionStage<OwnReply.Whole> explain(Call call) {
        return switch (ExplainBody.read(call.body())) {
            case Read.Bad<ExplainBody.Asked> bad -> refused(bad.problem());
            case Read.Good<ExplainBody.Asked>(ExplainBody.Asked(var question, var headers)) ->
                control.explain(call.requireId(), question, headers).thenApply(answer -> told(answer, call.caller()));
        };
    }

    /** Reads files, so it must run on a worker thread. The lines of guardrails are for those who may read them. */
    OwnReply.Whole effective(Call call) {
        return control.effective(call.requireId())
                .map(policy -> may(call.caller(), Permission.READ_GUARDRAILS) ? policy : policy.withoutGuardrails())
                .map(policy -> OwnReply.json(200, EffectivePolicyJson.text(policy)))
                .orElseGet(() -> Problem.missing("sandbox").answer());
    }

    /** Reads a file if the body names no request, so it must run on a worker thread. */
    CompletionStage<OwnReply.Whole> suggest(Call call) {
        return switch (SuggestBody.read(call.body())) {
            case Read.Bad<List<Question>> bad -> refused(bad.problem());
            case Read.Good<List<Question>>(var named) -> suggest(call, named);
        };
    }

    private CompletionStage<OwnReply.Whole> suggest(Call call, List<Question> named) {
        if (named.isEmpty() && !may(call.caller(), Permission.READ_AUDIT)) {
            return refused(Problem.of(403, "PERMISSION_DENIED", "the role may not read the audit: name the requests"));
        }
        try {
            List<Question> refused = named.isEmpty() ? recorded(call.requireId()) : named;
            return control.suggest(call.requireId(), refused).thenApply(ExplainCalls::told);
        } catch (IOException e) {
            LOG.error("the audit log cannot be read", e);
            return refused(Problem.of(503, "UNAVAILABLE", "the audit log cannot be read"));
        }
    }

    private List<Question> recorded(SandboxId id) throws IOException {
        var filter = new AuditFilter(id.text(), null, null, ReasonCode.NO_GRANT.word(), null, null);
        return history.tail(SuggestBody.MAX_REQUESTS, filter).lines().stream()
                .map(line -> RecordedQuestion.parse(line.text()))
                .flatMap(Stream::ofNullable)
                .map(RecordedQuestion::question)
                .toList();
    }

    private static OwnReply.Whole told(SuggestAnswer answer) {
        return switch (answer) {
            case SuggestAnswer.Suggested(var suggestion) -> OwnReply.json(200, SuggestionJson.text(suggestion));
            case SuggestAnswer.Unknown() -> Problem.missing("sandbox").answer();
            case SuggestAnswer.Unavailable(var why) -> Problem.later(why).answer();
        };
    }

    private static OwnReply.Whole told(ExplainAnswer answer, @Nullable Caller caller) {
        return switch (answer) {
            case ExplainAnswer.Explained(var explanation) ->
                OwnReply.json(
                        200,
                        ExplanationJson.text(
                                may(caller, Permission.READ_GUARDRAILS) ? explanation : explanation.withoutFault()));
            case ExplainAnswer.Unknown() -> Problem.missing("sandbox").answer();
            case ExplainAnswer.Unavailable(var why) -> Problem.later(why).answer();
        };
    }

    private static boolean may(@Nullable Caller caller, Permission permission) {
        return caller != null && caller.role().may(permission);
    }

    private static CompletionStage<OwnReply.Whole> refused(Problem problem) {
        return CompletableFuture.completedStage(problem.answer());
    }
}
