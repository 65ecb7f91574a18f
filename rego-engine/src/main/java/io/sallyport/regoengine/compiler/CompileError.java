package io.sallyport.regoengine.compiler;

import java.util.List;

/**
 * One of OPA's errors. Message and details quote the policy; they are bounded, and safe to show to its author.
 *
 * @param file name of the file, empty where the error is of no place (an entrypoint that nothing defines)
 * @param row counted from 1; 0 without a place
 * @param column counted from 1 in bytes, as OPA does; 0 without a place
 * @param code OPA's: {@code rego_parse_error}, {@code rego_compile_error}, {@code rego_type_error},
 *     {@code rego_unsafe_var_error}, {@code rego_recursion_error}; or {@code entrypoint_error}, {@code rego_plan_error},
 *     {@code internal_error} (the program in {@code opa-compiler})
 * @param details further lines: the line of source with a mark below it, types that were had and wanted
 */
public record CompileError(String file, int row, int column, String code, String message, List<String> details) {
    public CompileError {
        details = List.copyOf(details);
    }

    /** {@code file:row:column: code: message}, or without the place where there is none. */
    @Override
    public String toString() {
        String place = file.isEmpty() ? "" : file + ":" + row + ":" + column + ": ";
        return place + code + ": " + message;
    }
}
