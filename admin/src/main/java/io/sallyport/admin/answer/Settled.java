package io.sallyport.admin.answer;

import io.sallyport.control.calls.Control.Receipt;
import io.sallyport.documents.Diagnostic;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.OwnReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

    /** Returns the result of a put whose delegation the audit log names, if there is one. */
    public static Settled delegated(OwnReply.Whole answer, long generation, @Nullable Receipt receipt) {
        String detail = receipt == null ? null : "delegation proof " + receipt.digest();
        return new Settled(answer, ReasonCode.GRANTED, generation, detail);
    }

    /** Returns the same result with what its author said of it, if anything. */
    public Settled noted(@Nullable String note) {
        String said = note == null ? "" : "note: " + note;
        String both = detail == null ? said : said.isEmpty() ? detail : detail + ", " + said;
        return new Settled(answer, reason, generation, both.isEmpty() ? null : both);
    }

    public static Settled refused(Problem problem, ReasonCode reason) {
        String detail = problem.diagnostics().isEmpty()
                ? problem.code()
                : problem.diagnostics().getFirst().code();
        return new Settled(problem.answer(), reason, -1, detail);
    }

    /** Returns the result for wrong documents. */
    public static Settled refused(List<Diagnostic> diagnostics) {
        return refused(Problem.refused(diagnostics), ReasonCode.DOCUMENT_REFUSED);
    }

    /** Returns the result of a call that is wrong by itself, whatever the state is. */
    public static CompletionStage<Settled> malformed(Problem problem) {
        return CompletableFuture.completedStage(refused(problem, ReasonCode.DOCUMENT_REFUSED));
    }

    /** Returns the result of a change that the state rules out. */
    public static Settled conflict(Problem problem) {
        return refused(problem, ReasonCode.STATE_CONFLICT);
    }

    /** Returns the result of a change that the state rules out: 409. */
    public static Settled conflict(String code, String why) {
        return conflict(Problem.of(409, code, "nothing was changed: " + why));
    }

    /** Returns the result of a change that cannot be made now: 503. */
    public static Settled unavailable(String why) {
        return refused(Problem.unavailable(why), ReasonCode.INTERNAL_ERROR);
    }
}
