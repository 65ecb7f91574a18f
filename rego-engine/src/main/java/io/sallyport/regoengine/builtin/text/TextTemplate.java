package io.sallyport.regoengine.builtin.text;

import java.util.List;

/**
 * A template of Go's {@code text/template} (1.26), limited to these actions: output of fields and variables, {@code
 * if}, {@code range}, {@code with}, {@code else}, declarations of variables, comments, trimmed spaces. Immutable.
 */
record TextTemplate(List<Part> parts) {

    /** A part of a template. */
    sealed interface Part {
        record Text(String text) implements Part {}

        record Show(Path path) implements Part {}

        record Declare(String variable, Path path) implements Part {}

        record If(Path path, List<Part> then, List<Part> otherwise) implements Part {}

        /** In {@code then}, the dot is the value; {@code variable} is empty if there is none. */
        record With(String variable, Path path, List<Part> then, List<Part> otherwise) implements Part {}

        /** {@code key} and {@code element} are empty if they have no names. */
        record Range(String key, String element, Path path, List<Part> then, List<Part> otherwise) implements Part {}
    }

    /**
     * {@code .a.b} or {@code $x.a.b}.
     *
     * @param variable with its dollar sign; empty for the dot
     */
    record Path(String variable, List<String> fields) {}
}
