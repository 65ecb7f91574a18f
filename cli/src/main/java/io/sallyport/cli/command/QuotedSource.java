package io.sallyport.cli.command;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Place;
import picocli.CommandLine.Help.Ansi;

/** Formats diagnostics for people: each with the line that it refers to, and a mark below the place. */
final class QuotedSource {
    /** The maximum length shown of a line, in characters; of a longer one, the part around the place. */
    private static final int WIDTH = 120;

    private static final String CUT = "...";

    private static final String INDENT = "    ";

    private QuotedSource() {}

    /**
     * Returns {@code FILE:LINE:COL: severity CODE: message}, the line and a mark, and the help on a line of its own.
     *
     * @param texts what diagnostics refer to; of other files no line is quoted
     */
    static String of(Diagnostic diagnostic, SourceTexts texts) {
        Place place = texts.place(diagnostic);
        String line = place == null ? null : texts.line(diagnostic, place);
        String help = diagnostic.help();
        return texts.name(diagnostic)
                + (place == null ? "" : ":" + place.line() + ":" + place.column())
                + ": "
                + severity(diagnostic)
                + " "
                + diagnostic.code()
                + ": "
                + diagnostic.message()
                + (place == null || line == null ? "" : quote(line, place.column()))
                + (help == null ? "" : "\n  help: " + help);
    }

    /** Returns the severity, in color if the output is a terminal that wants it ({@code NO_COLOR} is heeded). */
    private static String severity(Diagnostic diagnostic) {
        return Ansi.AUTO.string(
                switch (diagnostic.severity()) {
                    case ERROR -> "@|bold,red error|@";
                    case WARNING -> "@|bold,yellow warning|@";
                });
    }

    /** @param column in characters (code points), from 1; 0 for no mark */
    private static String quote(String line, int column) {
        int[] shown = line.codePoints()
                .map(point -> Character.getType(point) == Character.CONTROL ? ' ' : point)
                .toArray();
        int from = column <= WIDTH ? 0 : column - WIDTH / 2;
        int to = Math.min(shown.length, from + WIDTH);
        String quoted = "\n" + INDENT + (from == 0 ? "" : CUT) + text(shown, Math.min(from, to), to);
        return column < 1 || column > to
                ? quoted
                : quoted + "\n" + INDENT + (from == 0 ? "" : " ".repeat(CUT.length())) + pad(shown, from, column - 1)
                        + "^";
    }

    private static String text(int[] points, int from, int to) {
        return new String(points, from, to - from);
    }

    /** Returns spaces as wide as the characters are on a terminal. */
    private static String pad(int[] points, int from, int to) {
        int cells = 0;
        for (int i = from; i < to; i++) {
            cells += cells(points[i]);
        }
        return " ".repeat(cells);
    }

    private static int cells(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(point) ? 2 : 1;
        };
    }

    /**
     * Returns whether terminals give the character two cells (UAX 11: wide and fullwidth), as far as that is likely.
     */
    private static boolean isWide(int point) {
        return (point >= 0x1100 && point <= 0x115F)
                || (point >= 0x2E80 && point <= 0xA4CF)
                || (point >= 0xAC00 && point <= 0xD7A3)
                || (point >= 0xF900 && point <= 0xFAFF)
                || (point >= 0xFE30 && point <= 0xFE6F)
                || (point >= 0xFF00 && point <= 0xFF60)
                || (point >= 0xFFE0 && point <= 0xFFE6)
                || (point >= 0x1F300 && point <= 0x1FAFF)
                || (point >= 0x20000 && point <= 0x3FFFD);
    }
}
