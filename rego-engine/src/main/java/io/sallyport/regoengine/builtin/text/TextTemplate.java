package io.sallyport.regoengine.builtin.text;

import java.util.List;

/**
 * A template as Go's {@code text/template} (1.26) means it, of these actions only: fields and variables shown, {@code if},
 * {@code range}, {@code with}, {@code else}, variables declared, comments, trimmed spaces. Immutable.
 */
record TextTemplate(List<Part> parts) {

    /** What a template is made of. */
    sealed interface Part {
        record Text(String text) implements Part {}

        record Show(Path path) implements Part {}

        record Declare(String variable, Path path) implements Part {}

        record If(Path path, List<Part> then, List<Part> otherwise) implements Part {}

        /** {@code then} sees the value as the dot; {@code variable} is empty where it has no name. */
        record With(String variable, Path path, List<Part> then, List<Part> otherwise) implements Part {}

        /** {@code key} and {@code element} are empty where they have no names. */
        record Range(String key, String element, Path path, List<Part> then, List<Part> otherwise) implements Part {}
    }

    /**
     * {@code .a.b} or {@code $x.a.b}.
     *
     * @param variable with its dollar; empty for the dot
     */
    record Path(String variable, List<String> fields) {}
}
