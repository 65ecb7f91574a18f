package io.sallyport.console.page;

import io.sallyport.documents.Diagnostic;
import java.util.List;

/**
 * A diagnostic of a document.
 *
 * @param place file, line and column, as far as they are known
 * @param help what to do; empty if it says nothing
 */
public record FoundProblem(String severity, String place, String code, String message, String help) {
    /** Reads the {@code diagnostics} of an answer. */
    public static List<FoundProblem> of(AnswerNode answer) {
        return answer.items("diagnostics").stream().map(FoundProblem::one).toList();
    }

    /** Returns what a reader of documents found. */
    static FoundProblem of(Diagnostic found) {
        String line = found.line() > 0 ? ":" + found.line() + ":" + found.column() : "";
        String help = found.help();
        return new FoundProblem(
                found.isError() ? "error" : "warning",
                found.file() + line,
                found.code(),
                found.message(),
                help == null ? "" : help);
    }

    private static FoundProblem one(AnswerNode found) {
        String line = found.has("line") ? ":" + found.number("line") + ":" + found.number("column") : "";
        return new FoundProblem(
                found.text("severity"),
                found.text("file") + line,
                found.text("code"),
                found.text("message"),
                found.text("help"));
    }
}
