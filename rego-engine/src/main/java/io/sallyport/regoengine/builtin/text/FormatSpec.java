package io.sallyport.regoengine.builtin.text;

/**
 * The flags, width and precision of one directive of {@link Sprintf}.
 *
 * @param width in code points, or 0 if there is none
 * @param precision -1 if there is none
 */
record FormatSpec(boolean minus, boolean plus, boolean sharp, boolean space, boolean zero, int width, int precision) {
    static final FormatSpec PLAIN = new FormatSpec(false, false, false, false, false, 0, -1);

    /** Returns this without plus and sharp, which mean other things in {@code %+v} and {@code %#v}. */
    FormatSpec bare() {
        return new FormatSpec(minus, false, false, space, zero, width, precision);
    }

    /** Returns {@code text} padded to the width; zeros are inserted after a sign. */
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
}
