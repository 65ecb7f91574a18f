package io.sallyport.model.text;

/** Text of others, as it may be shown: without characters that control a terminal or the order of what is read. */
public final class PrintableText {
    private PrintableText() {}

    /** Returns the text with each control, format, surrogate or unassigned character as {@code \\u{HEX}}. */
    public static String of(String text) {
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isShown(point)) {
                shown.appendCodePoint(point);
            } else {
                shown.append("\\u{").append(Integer.toHexString(point)).append('}');
            }
        });
        return shown.toString();
    }

    private static boolean isShown(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT, // bidirectional controls among them
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
