package io.sallyport.admin.body;

import io.sallyport.admin.answer.Problem;
import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import java.util.List;

/** The result of reading a body. */
public sealed interface Read<T> {
    /** The body is valid. */
    record Good<T>(T value) implements Read<T> {}

    /** The body is not valid. */
    sealed interface Bad<T> extends Read<T> {
        /** Returns the answer. */
        Problem problem();
    }

    /** The body cannot be parsed: 400. */
    record Unreadable<T>(String code, String message) implements Bad<T> {
        Unreadable(DiagnosticCode code, String message) {
            this(code.name(), message);
        }

        @Override
        public Problem problem() {
            return Problem.of(400, code, message);
        }
    }

    /** The body can be parsed but is invalid: 422. */
    record Wrong<T>(List<Diagnostic> diagnostics) implements Bad<T> {
        public Wrong {
            diagnostics = List.copyOf(diagnostics);
        }

        @Override
        public Problem problem() {
            return Problem.refused(diagnostics);
        }
    }
}
