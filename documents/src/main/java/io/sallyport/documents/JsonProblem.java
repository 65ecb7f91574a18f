package io.sallyport.documents;

import tools.jackson.core.JacksonException;

/** A parse error in this module's words: it names the limits, and does not say how to loosen the parser. */
record JsonProblem(DiagnosticCode code, String message) {
    static final String LONG_NUMBER = "a number is longer than " + JsonReader.MAX_NUMBER_CHARS + " characters";

    private static final int MAX_CHARS = 200;

    static JsonProblem of(JacksonException broken) {
        String said = String.valueOf(broken.getOriginalMessage());
        if (said.startsWith("Document nesting depth")) {
            String message = "the document is deeper than " + JsonReader.MAX_DEPTH + " levels";
            return new JsonProblem(DiagnosticCode.TOO_DEEP, message);
        }
        if (said.startsWith("Name length")) {
            String message = "a name is longer than " + JsonReader.MAX_NAME_CHARS + " characters";
            return new JsonProblem(DiagnosticCode.NAME_TOO_LONG, message);
        }
        if (said.startsWith("Number value length")) {
            return new JsonProblem(DiagnosticCode.NUMBER_TOO_LONG, LONG_NUMBER);
        }
        String line = said.lines()
                .findFirst()
                .orElse("")
                .replaceFirst(" \\(start marker.*", "")
                .replaceFirst(":? \\(not recognized as one since.*", "")
                .replaceFirst("(?:: enable|: hexadecimal number literals require enabling) `.*", "");
        return new JsonProblem(
                DiagnosticCode.NOT_JSON, "not JSON: " + line.substring(0, Math.min(line.length(), MAX_CHARS)));
    }
}
