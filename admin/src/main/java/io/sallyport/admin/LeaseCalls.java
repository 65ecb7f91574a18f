package io.sallyport.admin;

import io.sallyport.admin.answer.NotDurable;
import io.sallyport.admin.answer.Problem;
import io.sallyport.admin.answer.Settled;
import io.sallyport.admin.body.LeaseBody;
import io.sallyport.admin.body.MetricBody;
import io.sallyport.admin.body.Read;
import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.LeaseControl.LeaseAnswer;
import io.sallyport.control.calls.LeaseControl.LeaseRequest;
import io.sallyport.control.calls.LeaseControl.LeaseView;
import io.sallyport.control.calls.LeaseControl.Metric;
import io.sallyport.control.calls.LeaseControl.MetricAnswer;
import io.sallyport.control.calls.LeaseControl.Of;
import io.sallyport.model.answer.OwnReply;
import java.util.concurrent.CompletionStage;

/**
 * Translates the calls of an ARCP runtime's credential provisioner from HTTP to {@link LeaseControl} and back.
 * Immutable.
 */
final class LeaseCalls {
    private final LeaseControl control;
    private final AdminSettings settings;

    LeaseCalls(LeaseControl control, AdminSettings settings) {
        this.control = control;
        this.settings = settings;
    }

    OwnReply.Whole get(Call call) {
        LeaseView view = control.get(call.requireId());
        return view == null
                ? Problem.missing("lease").answer()
                : OwnReply.json(200, LeaseDocuments.lease(view, settings));
    }

    CompletionStage<Settled> put(Call call) {
        return switch (LeaseBody.read(call.body())) {
            case Read.Bad<LeaseRequest> bad -> Settled.malformed(bad.problem());
            case Read.Good<LeaseRequest>(var request) ->
                control.put(call.requireId(), request).thenApply(this::settled);
        };
    }

    CompletionStage<Settled> rotate(Call call) {
        return control.rotate(call.requireId()).thenApply(this::settled);
    }

    CompletionStage<Settled> revoke(Call call) {
        return control.revoke(call.requireId()).thenApply(this::settled);
    }

    CompletionStage<Settled> spend(Call call, Of of) {
        return switch (MetricBody.read(call.body())) {
            case Read.Bad<Metric> bad -> Settled.malformed(bad.problem());
            case Read.Good<Metric>(var metric) ->
                control.spend(call.requireId(), metric, of).thenApply(answer -> settled(answer, of));
        };
    }

    private Settled settled(LeaseAnswer answer) {
        return switch (answer) {
            case LeaseAnswer.InForce inForce ->
                Settled.delegated(
                        OwnReply.json(inForce.created() ? 201 : 200, LeaseDocuments.inForce(inForce, settings)),
                        inForce.generation(),
                        inForce.receipt());
            case LeaseAnswer.Revoked(var durable) ->
                durable ? Settled.done(OwnReply.nothing(), -1) : NotDurable.removal();
            case LeaseAnswer.Refused(var diagnostics) -> Settled.refused(diagnostics);
            case LeaseAnswer.Conflict(var code, var why) -> Settled.conflict(code, why);
            case LeaseAnswer.Unknown() -> Settled.conflict(Problem.missing("lease"));
            case LeaseAnswer.Unavailable(var why) -> Settled.unavailable(why);
        };
    }

    private static Settled settled(MetricAnswer answer, Of of) {
        return switch (answer) {
            case MetricAnswer.Taken taken -> Settled.done(OwnReply.json(200, LeaseDocuments.metric(taken)), -1);
            case MetricAnswer.Conflict(var code, var why) -> Settled.conflict(code, why);
            case MetricAnswer.Unknown() -> Settled.conflict(Problem.missing(of == Of.LEASE ? "lease" : "sandbox"));
            case MetricAnswer.Unavailable(var why) -> Settled.unavailable(why);
        };
    }
}
