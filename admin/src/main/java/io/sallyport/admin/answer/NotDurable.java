package io.sallyport.admin.answer;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.model.answer.OwnReply;
import java.util.List;

/** Answers to a change that is in force but not yet written: 202, {@code "durable": false}, and the reason. */
public final class NotDurable {
    public static final int STATUS = 202;

    private NotDurable() {}

    /**
     * Returns the reason as a diagnostic.
     *
     * @param after what a restart before the write would bring back
     */
    public static Diagnostic diagnostic(String after) {
        return Diagnostic.warning(
                "state",
                0,
                0,
                DiagnosticCode.NOT_DURABLE,
                "in force, and not written: the state cannot be written now; where the gateway ends before it can, "
                        + after,
                "make room on the disk of the state directory; it is tried again each second");
    }

    /** Returns the answer to a removal. */
    public static Settled removal() {
        Diagnostic why = diagnostic("what was removed is back after the restart");
        return Settled.done(
                OwnReply.json(STATUS, JsonAnswers.object(json -> {
                    json.writeBooleanProperty("durable", false);
                    JsonAnswers.diagnostics(json, List.of(why));
                })),
                -1);
    }
}
