package io.sallyport.documents;

import org.jspecify.annotations.Nullable;

/**
 * A message about a document, with its place.
 *
 * @param file the name under which the document was given, such as {@code lease} or {@code web.rego}; never a path of
 *     this machine
 * @param line from 1; 0 if the place is unknown
 * @param column from 1; 0 if the place is unknown
 * @param code stable: the name of a {@link DiagnosticCode}, or OPA's own code if its compiler reported it
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
    /** An error refuses the document; a warning does not. */
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

    /** Returns an error of OPA's compiler, with OPA's code. */
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

    /** Returns {@code file:line:col: CODE: message}, and the help on a line of its own. */
    @Override
    public String toString() {
        String head = file + (line > 0 ? ":" + line + ":" + column : "") + ": " + code + ": " + message;
        return help == null ? head : head + "\n  help: " + help;
    }
}
