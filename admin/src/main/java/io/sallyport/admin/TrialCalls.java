package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.body.Read;
import io.sallyport.admin.body.SandboxBody;
import io.sallyport.admin.sandbox.TrialDocuments;
import io.sallyport.audit.rules.CandidateCounts;
import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.control.calls.Precondition;
import io.sallyport.control.calls.TrialControl;
import io.sallyport.control.calls.TrialControl.CandidateView;
import io.sallyport.control.identity.IdentityIssuers;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.answer.OwnReply;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Translates the calls about candidates and report mode of sandboxes from HTTP to {@link TrialControl}. Immutable. */
final class TrialCalls {
    private static final Problem NO_CANDIDATE =
            Problem.of(404, TrialControl.NO_TRIAL, "there is no sandbox of that id, or it has no candidate");

    private final TrialControl control;
    private final CandidateCounts counts;

    TrialCalls(TrialControl control, CandidateCounts counts) {
        this.control = control;
        this.counts = counts;
    }

    /** Returns at which sandboxes something is tried. */
    OwnReply.Whole list() {
        return OwnReply.json(200, TrialDocuments.list(control.list()));
    }

    OwnReply.Whole get(Call call) {
        return candidate(call, view -> Optional.of(TrialDocuments.candidate(view)));
    }

    OwnReply.Whole report(Call call) {
        return candidate(
                call, view -> counts.report(view.id().text()).map(report -> TrialDocuments.report(view, report)));
    }

    private OwnReply.Whole candidate(Call call, Function<CandidateView, Optional<String>> document) {
        return control.candidate(call.requireId())
                .flatMap(document)
                .map(json -> OwnReply.json(200, json))
                .orElseGet(NO_CANDIDATE::answer);
    }

    CompletionStage<Settled> put(Call call) {
        return until(call, until -> switch (SandboxBody.read(call.body(), IdentityIssuers.none())) {
            case Read.Bad<SandboxDocuments> bad -> Settled.malformed(bad.problem());
            case Read.Good<SandboxDocuments>(var documents) ->
                isOfGrants(documents)
                        ? control.putCandidate(call.requireId(), documents, until)
                                .thenApply(TrialCalls::settled)
                        : Settled.malformed(Problem.refused(List.of(Diagnostic.error(
                                "body",
                                0,
                                0,
                                DiagnosticCode.WRONG_VALUE,
                                "a candidate has no run, phase, labels, parent, workspace or phase_gates: those in force hold",
                                "leave them out"))));
        });
    }

    /** Returns whether nothing is set that does not grant or restrict. */
    private static boolean isOfGrants(SandboxDocuments documents) {
        return documents.run() == null
                && documents.phase() == null
                && documents.labels().isEmpty()
                && documents.parent() == null
                && documents.workspace() == null
                && documents.phaseGates().isEmpty();
    }

    CompletionStage<Settled> remove(Call call) {
        return control.removeCandidate(call.requireId()).thenApply(TrialCalls::settled);
    }

    CompletionStage<Settled> promote(Call call) {
        String digest = call.parameter("digest");
        Precondition meant = digest == null ? Precondition.NONE : new Precondition.OneOf(Set.of(digest));
        return GuardrailCalls.withOrigin(
                call,
                origin -> control.promoteCandidate(call.requireId(), meant, origin)
                        .thenApply(TrialCalls::settled));
    }

    CompletionStage<Settled> report(Call call, boolean begins) {
        return begins
                ? until(call, until -> control.report(call.requireId(), until).thenApply(TrialCalls::settled))
                : control.enforce(call.requireId()).thenApply(TrialCalls::settled);
    }

    /** Goes on with the parameter {@code until}, or null if there is none. */
    private static CompletionStage<Settled> until(
            Call call, Function<@Nullable Instant, CompletionStage<Settled>> work) {
        String text = call.parameter("until");
        Instant until = null;
        try {
            until = text == null ? null : Instant.parse(text);
        } catch (DateTimeException _) {
            return Settled.malformed(
                    Problem.of(400, "INVALID_PARAMETER", "until is no RFC 3339 time (expected: 2026-01-31T09:00:00Z)"));
        }
        return work.apply(until);
    }

    private static Settled settled(SandboxAnswer answer) {
        return answer instanceof SandboxAnswer.MovedOn(long generation)
                ? Settled.conflict(Problem.of(
                        412,
                        "MOVED_ON",
                        "nothing was changed: the candidate is another one, or was put beside another generation than "
                                + generation + ", which is in force"))
                : SandboxCalls.settled(answer, TrialCalls::inForce);
    }

    /** Returns the result of a change that is in force, which shows nothing that its caller could not read. */
    static Settled inForce(SandboxAnswer.InForce inForce) {
        return Settled.done(
                OwnReply.json(200, TrialDocuments.inForce(inForce)),
                inForce.view().generation());
    }
}
