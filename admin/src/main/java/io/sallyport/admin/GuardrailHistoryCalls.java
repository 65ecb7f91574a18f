package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import io.sallyport.control.calls.Control;
import io.sallyport.control.calls.Control.PastGuardrailsView;
import io.sallyport.model.answer.OwnReply;

/** Answers the calls about earlier guardrails. Immutable. */
final class GuardrailHistoryCalls {
    static final Problem UNKNOWN =
            Problem.of(404, "NOT_FOUND", "the history has no such guardrails (expected: an epoch, or a digest, of it)");

    private final Control control;

    GuardrailHistoryCalls(Control control) {
        this.control = control;
    }

    OwnReply.Whole list() {
        return OwnReply.json(200, HistoryDocuments.list(control.guardrailsHistory()));
    }

    OwnReply.Whole get(Call call) {
        PastGuardrailsView past = control.pastGuardrails(call.lastSegment());
        return past == null ? UNKNOWN.answer() : OwnReply.json(200, HistoryDocuments.whole(past));
    }

    /** Compares two sets; without {@code to}, with the newest. */
    OwnReply.Whole diff(Call call) {
        String from = call.parameter("from");
        String to = call.parameter("to");
        if (from == null) {
            return Problem.of(400, "INVALID_PARAMETER", "from is missing (expected: an epoch or a digest)")
                    .answer();
        }
        PastGuardrailsView before = control.pastGuardrails(from);
        PastGuardrailsView after =
                to == null ? control.guardrailsHistory().stream().findFirst().orElse(null) : control.pastGuardrails(to);
        return before == null || after == null
                ? UNKNOWN.answer()
                : OwnReply.json(200, HistoryDocuments.diff(before.set(), after.set()));
    }
}
