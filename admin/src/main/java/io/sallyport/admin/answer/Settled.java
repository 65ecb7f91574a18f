package io.sallyport.admin.answer;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import org.jspecify.annotations.Nullable;

/**
 * The result of a change: the caller's answer, and what goes into the audit log.
 *
 * @param generation the generation that the change made, or -1
 * @param detail detail for the audit log, such as the first diagnostic's code, or null
 */
public record Settled(
        OwnReply.Whole answer,
        ReasonCode reason,
        long generation,
        @Nullable String detail) {
    public static Settled done(OwnReply.Whole answer, long generation) {
        return new Settled(answer, ReasonCode.GRANTED, generation, null);
    }

    public static Settled refused(Problem problem, ReasonCode reason) {
        String detail = problem.diagnostics().isEmpty()
                ? problem.code()
                : problem.diagnostics().getFirst().code();
        return new Settled(problem.answer(), reason, -1, detail);
    }
}
