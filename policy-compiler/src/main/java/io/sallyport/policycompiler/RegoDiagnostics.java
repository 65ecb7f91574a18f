package io.sallyport.policycompiler;

import io.sallyport.documents.Diagnostic;
import io.sallyport.regoengine.compiler.CompileError;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.eval.LoadError;
import java.util.ArrayList;
import java.util.List;

/** What the engine says of Rego that it does not take, as diagnostics. */
public final class RegoDiagnostics {
    private RegoDiagnostics() {}

    /** Every error of OPA's compiler; its lines of source are the help. */
    public static List<Diagnostic> of(CompileOutcome.Refused refused) {
        List<Diagnostic> found = new ArrayList<>();
        for (CompileError error : refused.errors()) {
            String help = error.details().isEmpty() ? null : String.join("\n", error.details());
            found.add(Diagnostic.ofCompiler(
                    error.file(), error.row(), error.column(), error.code(), error.message(), help));
        }
        return found;
    }

    /** Why a plan cannot be run; what is of no place is told of {@code file}. */
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
