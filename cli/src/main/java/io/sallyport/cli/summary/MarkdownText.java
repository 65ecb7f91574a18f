package io.sallyport.cli.summary;

/**
 * Writes text of others into GitHub Flavored Markdown (spec 0.29, sections 2.5, 4.5 and 6.11), where it can be neither
 * structure nor a link: all but letters, digits, spaces, slashes and hyphens is a character reference.
 */
final class MarkdownText {
    /** The maximum length of a cell, in code points. */
    private static final int MAX_POINTS = 200;

    private MarkdownText() {}

    /** Returns the text for a cell of a table; what is longer than the limit is cut. */
    static String cell(String text) {
        var written = new StringBuilder(text.length() * 2);
        text.codePoints().limit(MAX_POINTS).forEach(point -> {
            if (isPlain(point)) {
                written.appendCodePoint(point);
            } else {
                written.append("&#").append(isShown(point) ? point : 0xFFFD).append(';');
            }
        });
        return text.codePointCount(0, text.length()) > MAX_POINTS ? written + "..." : written.toString();
    }

    private static boolean isPlain(int point) {
        return (point >= 'a' && point <= 'z')
                || (point >= 'A' && point <= 'Z')
                || (point >= '0' && point <= '9')
                || point == ' '
                || point == '/'
                || point == '-';
    }

    private static boolean isShown(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** Returns a block of code whose fence is longer than any run of backticks in it. */
    static String block(String language, String code) {
        String fence = "```";
        while (code.contains(fence)) {
            fence += "`";
        }
        return fence + language + "\n" + code + (code.endsWith("\n") ? "" : "\n") + fence + "\n";
    }
}
