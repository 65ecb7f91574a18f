package io.sallyport.regoengine.builtin.text;

/** Quotes text as a literal of Go, as {@code strconv.Quote} does. */
final class GoQuoting {
    private static final int DELETE = 0x7f;
    private static final int BYTE_ORDER_MARK = 0xfeff;

    private GoQuoting() {}

    /** Returns {@code text} in double quotes; {@code ascii} escapes everything outside ASCII. */
    static String text(String text, boolean ascii) {
        return quoted(text, '"', ascii);
    }

    /** Returns one code point in single quotes. */
    static String character(String point, boolean ascii) {
        return quoted(point, '\'', ascii);
    }

    private static String quoted(String text, char quote, boolean ascii) {
        var out = new StringBuilder().append(quote);
        text.codePoints().forEach(point -> append(out, point, quote, ascii));
        return out.append(quote).toString();
    }

    private static void append(StringBuilder out, int point, char quote, boolean ascii) {
        int named = "\u0007\b\f\n\r\t\u000b".indexOf(point);
        if (point == quote || point == '\\') {
            out.append('\\').append((char) point);
        } else if (isPrintable(point) && (point < DELETE || !ascii)) {
            out.appendCodePoint(point);
        } else if (named >= 0) {
            out.append('\\').append("abfnrtv".charAt(named));
        } else if (point < ' ' || point == DELETE) {
            out.append("\\x%02x".formatted(point));
        } else {
            out.append((Character.isBmpCodePoint(point) ? "\\u%04x" : "\\U%08x").formatted(point));
        }
    }

    /**
     * Returns whether Go prints the code point as it is: letters, marks, numbers, punctuation, symbols, and a space.
     */
    static boolean isPrintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> point == ' ';
            default -> true;
        };
    }

    /** Returns whether a raw literal can hold {@code text}. */
    static boolean fitsBackquotes(String text) {
        return text.codePoints()
                .noneMatch(point ->
                        point == '`' || point == DELETE || point == BYTE_ORDER_MARK || (point < ' ' && point != '\t'));
    }
}
