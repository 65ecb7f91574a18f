package io.sallyport.documents;

import org.jspecify.annotations.Nullable;

/**
 * Something to say of a document, with its place.
 *
 * @param file the name the document was given under, as {@code lease} or {@code web.rego}; never a path of this machine
 * @param line 1-based, 0 where the place is not known
 * @param column 1-based, 0 where the place is not known
 * @param code stable: the name of a {@link DiagnosticCode}, or a code of OPA's where its compiler said it
 * @param help what to write instead, or null
 */
public record Diagnostic(
        Severity severity,
        String file,
        int line,
        int column,
        String code,
        String message,
        @Nullable String help) {
    /** An error refuses the document, a warning does not. */
    public enum Severity {
        ERROR,
        WARNING
    }

    public static Diagnostic error(
            String file, int line, int column, DiagnosticCode code, String message, @Nullable String help) {
        return new Diagnostic(Severity.ERROR, file, line, column, code.name(), message, help);
    }

    public static Diagnostic warning(
            String file, int line, int column, DiagnosticCode code, String message, @Nullable String help) {
        return new Diagnostic(Severity.WARNING, file, line, column, code.name(), message, help);
    }

    /** An error of OPA's compiler, under the code that OPA gives it. */
    public static Diagnostic ofCompiler(
            String file, int line, int column, String code, String message, @Nullable String help) {
        return new Diagnostic(Severity.ERROR, file, line, column, code, message, help);
    }

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    public boolean has(DiagnosticCode other) {
        return code.equals(other.name());
    }

    /** {@code file:line:col: CODE: message}, and the help on a line of its own. */
    @Override
    public String toString() {
        String head = file + (line > 0 ? ":" + line + ":" + column : "") + ": " + code + ": " + message;
        return help == null ? head : head + "\n  help: " + help;
    }
}
