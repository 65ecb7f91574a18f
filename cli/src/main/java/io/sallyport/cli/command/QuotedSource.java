package io.sallyport.cli.command;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import java.util.Map;

/** Formats diagnostics for people: each with the line that it refers to, and a mark below the place. */
final class QuotedSource {
    /** The maximum length shown of a line, in characters; a place beyond it is not marked. */
    private static final int WIDTH = 120;

    private static final String INDENT = "    ";

    private QuotedSource() {}

    /** @param texts by the file names in diagnostics; for other files no line is quoted */
    static String of(Diagnostic diagnostic, Map<String, String> texts) {
        String text = texts.get(diagnostic.file());
        String told = diagnostic.toString();
        if (text == null || diagnostic.line() < 1) {
            return told;
        }
        List<String> lines = text.lines().toList();
        if (diagnostic.line() > lines.size()) {
            return told;
        }
        int end = told.indexOf("\n  help: ");
        int head = end < 0 ? told.length() : end;
        return told.substring(0, head)
                + quote(lines.get(diagnostic.line() - 1), diagnostic.column())
                + told.substring(head);
    }

    private static String quote(String line, int column) {
        String shown = line.substring(0, Math.min(WIDTH, line.length()));
        String quoted = "\n" + INDENT + shown.replaceAll("\\p{Cntrl}", " ");
        return column < 1 || column > shown.length() ? quoted : quoted + "\n" + INDENT + " ".repeat(column - 1) + "^";
    }
}
