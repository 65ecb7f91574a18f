package io.sallyport.regoengine.compiler;

import java.util.List;

/**
 * One error of OPA. Message and details quote the policy; they are bounded, and safe to show to its author.
 *
 * @param file the name of the file; empty if the error has no place (such as an entrypoint that nothing defines)
 * @param row from 1; 0 without a place
 * @param column from 1, in code points as in OPA; 0 without a place
 * @param code OPA's code: {@code rego_parse_error}, {@code rego_compile_error}, {@code rego_type_error}, {@code
 *     rego_unsafe_var_error}, {@code rego_recursion_error}; or {@code entrypoint_error}, {@code rego_plan_error},
 *     {@code internal_error} (from the program in {@code opa-compiler})
 * @param details further lines: the source line with a mark below it, or the actual and expected types
 * @param help what to write instead; empty if that is unknown
 */
public record CompileError(
        String file, int row, int column, String code, String message, List<String> details, String help) {
    public CompileError {
        details = List.copyOf(details);
    }

    /** Returns {@code file:row:column: code: message}, without the place if there is none. */
    @Override
    public String toString() {
        String place = file.isEmpty() ? "" : file + ":" + row + ":" + column + ": ";
        return place + code + ": " + message;
    }
}
