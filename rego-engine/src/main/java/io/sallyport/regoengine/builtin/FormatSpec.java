package io.sallyport.regoengine.builtin;

/**
 * Flags, width and precision of one directive of {@link Sprintf}.
 *
 * @param width in code points, 0 where none is given
 * @param precision -1 where none is given
 * @param end where the verb stands in the format
 */
record FormatSpec(
        boolean minus, boolean plus, boolean sharp, boolean space, boolean zero, int width, int precision, int end) {
    static final FormatSpec PLAIN = new FormatSpec(false, false, false, false, false, 0, -1, 0);

    /** Go reads no number above a million here. */
    private static final int MAX_NUMBER = 1_000_000;

    static FormatSpec read(String format, int from) {
        int at = from;
        StringBuilder flags = new StringBuilder();
        while (at < format.length() && "-+# 0".indexOf(format.charAt(at)) >= 0) {
            flags.append(format.charAt(at++));
        }
        int widthEnd = digits(format, at);
        int width = number(format, at, widthEnd);
        at = widthEnd;
        int precision = -1;
        if (at < format.length() && format.charAt(at) == '.') {
            int precisionEnd = digits(format, at + 1);
            precision = number(format, at + 1, precisionEnd);
            at = precisionEnd;
        }
        if (at < format.length() && (format.charAt(at) == '*' || format.charAt(at) == '[')) {
            throw new BuiltinError("sprintf: " + format.charAt(at) + " in a directive is not served");
        }
        boolean minus = flags.indexOf("-") >= 0;
        return new FormatSpec(
                minus,
                flags.indexOf("+") >= 0,
                flags.indexOf("#") >= 0,
                flags.indexOf(" ") >= 0,
                flags.indexOf("0") >= 0 && !minus,
                width,
                precision,
                at);
    }

    /** {@code text} filled up to the width; zeros go behind a sign. */
    String padded(String text, boolean numeric) {
        int missing = width - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return text;
        }
        if (minus) {
            return text + " ".repeat(missing);
        }
        if (!zero) {
            return " ".repeat(missing) + text;
        }
        boolean signed = numeric && !text.isEmpty() && "+- ".indexOf(text.charAt(0)) >= 0;
        return signed ? text.charAt(0) + "0".repeat(missing) + text.substring(1) : "0".repeat(missing) + text;
    }

    private static int digits(String format, int from) {
        int at = from;
        while (at < format.length() && format.charAt(at) >= '0' && format.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static int number(String format, int from, int to) {
        if (to - from > 7) {
            return 0;
        }
        int number = from == to ? 0 : Integer.parseInt(format.substring(from, to));
        return number > MAX_NUMBER ? 0 : number;
    }
}
