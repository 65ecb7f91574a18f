package io.sallyport.regoengine.builtin.text;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;

/**
 * Where {@link Sprintf} stands in its format and among its arguments. It moves as Go's {@code fmt} does: an argument
 * after the other, the one that {@code [n]} names, and one for each {@code *}.
 */
final class FormatReader {
    private static final int NONE = Integer.MIN_VALUE;

    /** What Go takes a number to be too large above, before the digit that it reads next. */
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

    /** What stands before the next directive; then the reader stands at its percent sign, or at the end. */
    String text() {
        int percent = format.indexOf('%', at);
        int end = percent < 0 ? format.length() : percent;
        String text = format.substring(at, end);
        at = end;
        return text;
    }

    /** All of a directive before its verb; what Go finds wrong in it is written to {@code out}. */
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

    /** The code point that the reader passes. */
    int verb() {
        int verb = format.codePointAt(at);
        at += Character.charCount(verb);
        return verb;
    }

    /** Whether the directive names an argument that is not there, or at a wrong place. */
    boolean hasBadIndex() {
        return badIndex;
    }

    /** Whether some directive named its argument; then none counts as left over. */
    boolean isReordered() {
        return reordered;
    }

    /** How many arguments are passed. */
    int used() {
        return argument;
    }

    /** The number of the next argument, which is passed. */
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

    /** 0 where none is given; below 0 where it is to be filled up behind. */
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

    /** -1 where none is given. */
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

    /** Passes the star, too. */
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

    /** As it is written: {@code 1.0} is none. */
    static boolean isInteger(RegoNumber number) {
        return number.isLong() && number.text().chars().noneMatch(FormatReader::marksFraction);
    }

    static boolean marksFraction(int sign) {
        return sign == '.' || sign == 'e' || sign == 'E';
    }

    /** Passes the number of an argument in brackets; says whether there was one, be it too large. */
    private boolean index() {
        if (!stands('[')) {
            return false;
        }
        reordered = true;
        int close = format.indexOf(']', at++);
        boolean isCutOff = format.length() - at < 2; // Go takes "[]" at the end for a bracket and a verb
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

    /** The number that stands before {@code end}; one that is too large takes all up to there with it. */
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
