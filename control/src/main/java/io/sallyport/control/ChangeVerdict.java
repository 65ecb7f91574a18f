package io.sallyport.control;

import io.sallyport.control.calls.Control.SandboxAnswer;
import io.sallyport.documents.Diagnostic;
import java.util.List;
import java.util.function.Supplier;

/** The result of one check of a change: it may go on, or it is refused. Never {@code null}. */
sealed interface ChangeVerdict {
    /** The only {@link Pass}. */
    ChangeVerdict PASS = new Pass();

    /** Returns a refusal because of the documents. */
    static ChangeVerdict refuse(Diagnostic why) {
        return new Refuse(new SandboxAnswer.Refused(List.of(why)));
    }

    /** Returns the verdict of {@code next} if this one passes, else this one. */
    default ChangeVerdict and(Supplier<ChangeVerdict> next) {
        return switch (this) {
            case Pass _ -> next.get();
            case Refuse refused -> refused;
        };
    }

    /** This check does not object; the next check follows. */
    final class Pass implements ChangeVerdict {
        private Pass() {}
    }

    /** The change must fail with {@code answer}, which is not a {@link SandboxAnswer.InForce}. */
    record Refuse(SandboxAnswer answer) implements ChangeVerdict {}
}
