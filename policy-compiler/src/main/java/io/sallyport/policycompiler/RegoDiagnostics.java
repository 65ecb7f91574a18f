package io.sallyport.policycompiler;

import io.sallyport.documents.Diagnostic;
import io.sallyport.regoengine.compiler.CompileError;
import io.sallyport.regoengine.compiler.CompileOutcome;
import io.sallyport.regoengine.eval.LoadError;
import java.util.ArrayList;
import java.util.List;

/** Converts errors of the Rego engine to diagnostics. */
public final class RegoDiagnostics {
    private RegoDiagnostics() {}

    /** Returns every error of OPA's compiler; its excerpt of the source becomes the help. */
    public static List<Diagnostic> of(CompileOutcome.Refused refused) {
        List<Diagnostic> found = new ArrayList<>();
        for (CompileError error : refused.errors()) {
            String help = error.details().isEmpty() ? null : String.join("\n", error.details());
            found.add(Diagnostic.ofCompiler(
                    error.file(), error.row(), error.column(), error.code(), error.message(), help));
        }
        return found;
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
