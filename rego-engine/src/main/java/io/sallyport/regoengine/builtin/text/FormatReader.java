package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;

/**
 * The position of {@link Sprintf} in its format and its arguments. It advances like Go's {@code fmt}: one argument
 * after the other, the one that {@code [n]} selects, and one for each {@code *}.
 */
final class FormatReader {
    private static final int NONE = Integer.MIN_VALUE;

    /** Above this, before the next digit is added, Go considers a number too large. */
    private static final int LARGE = 1_000_000;

    private final String format;
    private final RegoArray arguments;
    private int at;
    private int argument;
    private boolean afterIndex;
    private boolean reordered;
    private boolean badIndex;

    FormatReader(String format, RegoArray arguments) {
        this.format = format;
        this.arguments = arguments;
    }

    boolean atEnd() {
        return at >= format.length();
    }

    /** Returns the text before the next directive, and moves to its percent sign or to the end. */
    String text() {
        int percent = format.indexOf('%', at);
        int end = percent < 0 ? format.length() : percent;
        String text = format.substring(at, end);
        at = end;
        return text;
    }

    /** Reads everything of a directive before its verb; writes Go's messages for errors to {@code out}. */
    FormatSpec spec(StringBuilder out) {
        badIndex = false;
        String flags = flags();
        afterIndex = index();
        int width = width(out);
        int precision = precision(out);
        afterIndex = afterIndex || index();
        boolean minus = width < 0 || flags.contains("-");
        return new FormatSpec(
                minus,
                flags.contains("+"),
                flags.contains("#"),
                flags.contains(" "),
                flags.contains("0") && !minus,
                Math.abs(width),
                precision);
    }

    /** Consumes and returns the next code point. */
    int verb() {
        int verb = format.codePointAt(at);
        at += Character.charCount(verb);
        return verb;
    }

    /** Returns whether the directive selects an argument that does not exist, or at a wrong position. */
    boolean hasBadIndex() {
        return badIndex;
    }

    /** Returns whether some directive selected its argument; surplus arguments are then not reported. */
    boolean isReordered() {
        return reordered;
    }

    /** Returns how many arguments were consumed. */
    int used() {
        return argument;
    }

    /** Consumes the next argument and returns its number. */
    int take() {
        return argument++;
    }

    private String flags() {
        int from = ++at;
        while (!atEnd() && "-+# 0".indexOf(format.charAt(at)) >= 0) {
            at++;
        }
        return format.substring(from, at);
    }

    /** Returns 0 if there is none, and a negative width for padding on the right. */
    private int width(StringBuilder out) {
        int width;
        if (stands('*')) {
            width = fromArgument();
            out.append(width == NONE ? "%!(BADWIDTH)" : "");
        } else {
            width = number(format.length());
            badIndex |= afterIndex && width != NONE;
        }
        return width == NONE ? 0 : width;
    }

    /** Returns -1 if there is none. */
    private int precision(StringBuilder out) {
        if (at + 1 >= format.length() || format.charAt(at) != '.') {
            return -1;
        }
        at++;
        badIndex |= afterIndex;
        afterIndex = index();
        if (!stands('*')) {
            return Math.max(0, number(format.length()));
        }
        int precision = fromArgument();
        out.append(precision < 0 ? "%!(BADPREC)" : "");
        return Math.max(-1, precision);
    }

    private boolean stands(char sign) {
        return !atEnd() && format.charAt(at) == sign;
    }

    /** Also consumes the star. */
    private int fromArgument() {
        at++;
        afterIndex = false;
        if (argument >= arguments.size()) {
            return NONE;
        }
        long value =
                arguments.get(argument++) instanceof RegoNumber number && isInteger(number) ? number.longValue() : NONE;
        return value < -LARGE || value > LARGE ? NONE : (int) value;
    }

    /** Depends on the notation: {@code 1.0} is not an integer. */
    static boolean isInteger(RegoNumber number) {
        return number.isLong() && number.text().chars().noneMatch(FormatReader::marksFraction);
    }

    static boolean marksFraction(int sign) {
        return sign == '.' || sign == 'e' || sign == 'E';
    }

    /** Consumes the number of an argument in brackets; returns whether there was one, even if it is too large. */
    private boolean index() {
        if (!stands('[')) {
            return false;
        }
        reordered = true;
        int close = format.indexOf(']', at++);
        boolean isCutOff = format.length() - at < 2; // Go reads "[]" at the end as a bracket and a verb
        if (close < 0 || isCutOff) {
            badIndex = true;
            return false;
        }
        int number = number(close);
        boolean isNumber = number != NONE && at == close;
        at = close + 1;
        if (isNumber && number >= 1 && number <= arguments.size()) {
            argument = number - 1;
        } else {
            badIndex = true;
        }
        return isNumber;
    }

    /** Returns the number before {@code end}; a number that is too large consumes everything up to there. */
    private int number(int end) {
        int from = at;
        int number = 0;
        while (at < end && format.charAt(at) >= '0' && format.charAt(at) <= '9') {
            if (number > LARGE) {
                at = end;
                return NONE;
            }
            number = number * 10 + format.charAt(at++) - '0';
        }
        return at == from ? NONE : number;
    }
}
