package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinError;

/**
 * Translates a glob to an equivalent regular expression: {@code *} and {@code ?} stop at separators, {@code **} does
 * not, {@code [a-z]}, {@code [abc]} and {@code [!abc]} are classes, <code>{a,b}</code> are alternatives, a backslash
 * quotes. Confined to one call.
 */
final class GlobTranslation {
    private final String glob;
    private final String notSeparator;
    private final StringBuilder out = new StringBuilder("(?s)");
    private int at;
    private int braces;

    private GlobTranslation(String glob, String separators) {
        this.glob = glob;
        this.notSeparator = separators.isEmpty() ? "." : "[^" + members(separators) + "]";
    }

    /** Returns the expression, which must match the whole text. */
    static String expression(String glob, String separators) {
        return new GlobTranslation(glob, separators).translate();
    }

    private static BuiltinError malformed(String why) {
        return new BuiltinError("glob: " + why);
    }

    private String translate() {
        while (at < glob.length()) {
            step(next());
        }
        if (braces > 0) {
            throw malformed("unclosed `{`");
        }
        return out.toString();
    }

    private int next() {
        if (at == glob.length()) {
            throw malformed("unexpected end of input");
        }
        int point = glob.codePointAt(at);
        at += Character.charCount(point);
        return point;
    }

    private boolean sees(char c) {
        return at < glob.length() && glob.charAt(at) == c;
    }

    private void step(int point) {
        switch (point) {
            case '\\' -> literal(next());
            case '?' -> out.append(notSeparator);
            case '*' -> star();
            case '[' -> range();
            case '{' -> open();
            case '}' -> close();
            case ',' -> out.append(braces > 0 ? '|' : ',');
            default -> literal(point);
        }
    }

    private void star() {
        if (sees('*')) {
            at++;
            out.append(".*");
        } else {
            out.append(notSeparator).append('*');
        }
    }

    private void open() {
        braces++;
        out.append("(?:");
    }

    private void close() {
        if (braces == 0) {
            literal('}');
        } else {
            braces--;
            out.append(')');
        }
    }

    private void range() {
        boolean negated = sees('!');
        at += negated ? 1 : 0;
        int first = at;
        int low = next();
        out.append(negated ? "[^" : "[");
        if (sees('-')) {
            at++;
            between(low, next());
        } else {
            at = first;
            set();
        }
        out.append(']');
    }

    private void between(int low, int high) {
        if (high < low) {
            throw malformed("range hi character is less than lo");
        }
        if (next() != ']') {
            throw malformed("expected close range character");
        }
        out.append(member(low)).append('-').append(member(high));
    }

    private void set() {
        boolean empty = true;
        for (int point = next(); point != ']'; point = next()) {
            out.append(member(point == '\\' ? next() : point));
            empty = false;
        }
        if (empty) {
            throw malformed("could not parse range");
        }
    }

    private void literal(int point) {
        out.append(member(point));
    }

    private static String member(int point) {
        return "\\x{" + Integer.toHexString(point) + "}";
    }

    private static String members(String points) {
        StringBuilder members = new StringBuilder();
        points.codePoints().forEach(point -> members.append(member(point)));
        return members.toString();
    }
}
