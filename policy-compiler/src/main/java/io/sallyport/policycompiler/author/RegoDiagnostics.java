package io.sallyport.policycompiler.author;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.DiagnosticCode;
import io.sallyport.regoengine.compiler.CompileError;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.compiler.PolicyFinding;
import io.sallyport.regoengine.compiler.PolicyFindings;
import io.sallyport.regoengine.eval.LoadError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts errors and findings of the Rego engine to diagnostics. */
public final class RegoDiagnostics {
    private RegoDiagnostics() {}

    /** Returns every error: those of OPA's compiler, and those that were found beside them. */
    public static List<Diagnostic> of(CompileOutcome.Refused refused) {
        List<Diagnostic> found = new ArrayList<>();
        for (CompileError error : refused.errors()) {
            found.add(Diagnostic.ofCompiler(
                    error.file(), error.row(), error.column(), error.code(), message(error), help(error)));
        }
        if (refused.errorsLeftOut() > 0) {
            String file = refused.errors().getLast().file();
            found.add(Diagnostic.error(file, 0, 0, DiagnosticCode.MORE, more(refused.errorsLeftOut()), null));
        }
        of(refused.findings()).stream().filter(Diagnostic::isError).forEach(found::add);
        return found;
    }

    /** Returns the findings, as errors and warnings. */
    static List<Diagnostic> of(PolicyFindings findings) {
        List<Diagnostic> found = new ArrayList<>();
        findings.list().forEach(finding -> found.add(of(finding)));
        if (findings.leftOut() > 0) {
            String file = findings.list().getLast().file();
            found.add(Diagnostic.warning(file, 0, 0, DiagnosticCode.MORE, more(findings.leftOut()), null));
        }
        return found;
    }

    private static Diagnostic of(PolicyFinding finding) {
        String help = finding.help().isEmpty() ? null : finding.help();
        DiagnosticCode code = DiagnosticCode.valueOf(finding.code());
        return finding.isWarning()
                ? Diagnostic.warning(finding.file(), finding.row(), finding.column(), code, finding.message(), help)
                : Diagnostic.error(finding.file(), finding.row(), finding.column(), code, finding.message(), help);
    }

    private static String more(int leftOut) {
        return leftOut + " more are not reported";
    }

    /** Returns OPA's words, with the two types where it names neither. */
    private static String message(CompileError error) {
        return error.message().equals("match error")
                ? "match error: " + String.join(", ", error.details()).replaceAll(" +: ", ": ")
                : error.message();
    }

    /** Returns what to write instead, else what OPA says in detail, else what usually causes such an error. */
    private static @Nullable String help(CompileError error) {
        if (!error.help().isEmpty()) {
            return error.help();
        }
        return switch (error.code()) {
            case "rego_parse_error" ->
                "write Rego of the version that is set: in version 1, `if` stands before a body and `contains` in a set";
            case "rego_unsafe_var_error" ->
                "give the variable a value in the same body: x := ..., or some x in ...; outside of a negation";
            case "rego_recursion_error" -> "let no rule depend on itself, and no name of a package be computed";
            default -> error.details().isEmpty() ? ofMessage(error.message()) : String.join("\n", error.details());
        };
    }

    private static @Nullable String ofMessage(String message) {
        if (message.startsWith("undefined function")) {
            return "check the name; builtins that reach outside or answer by chance do not exist here";
        }
        return message.endsWith(" unused") ? "leave it out, or write _ in its place" : null;
    }

    /** Returns why a plan cannot be loaded; an error without a place is reported for {@code file}. */
    public static List<Diagnostic> of(List<LoadError> errors, String file) {
        List<Diagnostic> found = new ArrayList<>();
        for (LoadError error : errors) {
            var at = error.position();
            found.add(Diagnostic.ofCompiler(
                    at == null ? file : at.file(),
                    at == null ? 0 : at.row(),
                    at == null ? 0 : at.column(),
                    error.code(),
                    error.message(),
                    null));
        }
        return found;
    }
}
