package io.sallyport.regoengine.builtin.graphql;

import io.sallyport.regoengine.builtin.BuiltinError;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.graphql.GraphqlToken.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a GraphQL document (October 2021, section 2.1) into tokens, with the leniencies of the parser in OPA 1.22.
 * Confined to one call.
 */
final class GraphqlLexer {
    private static final int SURROGATES = 0xD800;
    private static final int AFTER_SURROGATES = 0xE000;

    private final String text;
    private final Fuel fuel;
    private int start;
    private int at;

    GraphqlLexer(String text, Fuel fuel) {
        this.text = text;
        this.fuel = fuel;
    }

    GraphqlToken next() {
        List<String> comments = new ArrayList<>();
        skipIgnored();
        while (isNext('#')) {
            comments.add(comment());
            skipIgnored();
        }
        start = at;
        fuel.makeValues(1);
        GraphqlToken token = token();
        fuel.makeText((long) at - start);
        return new GraphqlToken(token.kind(), token.value(), start, List.copyOf(comments));
    }

    private boolean isNext(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean take(char c) {
        if (isNext(c)) {
            at++;
            return true;
        }
        return false;
    }

    private void skipIgnored() {
        int from = at;
        while (at < text.length() && "\t\n\r ,\uFEFF".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        fuel.read(at - from);
    }

    private String comment() {
        int from = at;
        while (at < text.length() && (text.charAt(at) >= ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        fuel.makeText((long) at - from);
        return text.substring(from, at);
    }

    private static GraphqlToken token(Kind kind, String value) {
        return new GraphqlToken(kind, value, 0, List.of());
    }

    private GraphqlToken token() {
        if (at >= text.length()) {
            return token(Kind.END, "");
        }
        char c = text.charAt(at);
        int mark = "!$&():=@[]{}|".indexOf(c);
        if (mark >= 0) {
            at++;
            return token(PUNCTUATION[mark], "");
        }
        if (text.startsWith("...", at)) {
            at += 3;
            return token(Kind.SPREAD, "");
        }
        if (isNameStart(c)) {
            return name();
        }
        if (c == '-' || isDigit(c)) {
            return number();
        }
        if (c == '"') {
            return text.startsWith("\"\"\"", at) ? blockString() : string();
        }
        throw error("Cannot parse the unexpected character U+%04X".formatted((int) c));
    }

    private static final Kind[] PUNCTUATION = {
        Kind.BANG,
        Kind.DOLLAR,
        Kind.AMP,
        Kind.PAREN_LEFT,
        Kind.PAREN_RIGHT,
        Kind.COLON,
        Kind.EQUALS,
        Kind.AT,
        Kind.BRACKET_LEFT,
        Kind.BRACKET_RIGHT,
        Kind.BRACE_LEFT,
        Kind.BRACE_RIGHT,
        Kind.PIPE
    };

    private static boolean isNameStart(char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private GraphqlToken name() {
        while (at < text.length() && (isNameStart(text.charAt(at)) || isDigit(text.charAt(at)))) {
            at++;
        }
        return token(Kind.NAME, text.substring(start, at));
    }

    private GraphqlToken number() {
        take('-');
        if (take('0')) {
            if (digits() > 0) {
                throw error("Invalid number, unexpected digit after 0");
            }
        } else {
            expectDigits();
        }
        boolean fraction = take('.');
        if (fraction) {
            expectDigits();
        }
        boolean exponent = take('e') || take('E');
        if (exponent) {
            if (!take('-')) {
                take('+');
            }
            expectDigits();
        }
        return token(fraction || exponent ? Kind.FLOAT : Kind.INT, text.substring(start, at));
    }

    private int digits() {
        int from = at;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        return at - from;
    }

    private void expectDigits() {
        if (digits() == 0) {
            throw error("Invalid number, expected digit");
        }
    }

    private GraphqlToken string() {
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length() && !isNext('\n') && !isNext('\r')) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return token(Kind.STRING, value.toString());
            }
            if (c == '\\') {
                value.append(escaped());
            } else {
                value.append(allowed(c));
                at++;
            }
        }
        throw error("Unterminated string");
    }

    private char allowed(char c) {
        if (c < ' ' && c != '\t' && c != '\n') {
            throw error("Invalid character within String: U+%04X".formatted((int) c));
        }
        return c;
    }

    private char escaped() {
        char kind = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        if (kind == 'u') {
            return unicode();
        }
        int which = "\"/\\bfnrt".indexOf(kind);
        if (which < 0) {
            throw error("Invalid character escape sequence");
        }
        at += 2;
        return "\"/\\\b\f\n\r\t".charAt(which);
    }

    /** Parses four hexadecimal digits; a surrogate is not a character, even next to its other half. */
    private char unicode() {
        int value = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = i < text.length() && text.charAt(i) < 0x80 ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                throw error("Invalid character escape sequence");
            }
            value = value * 16 + digit;
        }
        at += 6;
        return value >= SURROGATES && value < AFTER_SURROGATES ? '\uFFFD' : (char) value;
    }

    private GraphqlToken blockString() {
        StringBuilder raw = new StringBuilder();
        at += 3;
        while (at < text.length()) {
            int quotes = quotes();
            if (quotes >= 3) {
                raw.repeat('"', quotes - 3);
                at += quotes;
                return token(Kind.BLOCK_STRING, GraphqlBlockString.value(raw.toString()));
            }
            if (text.startsWith("\\\"\"\"", at)) {
                raw.append("\"\"\"");
                at += 4;
            } else if (take('\r')) {
                take('\n');
                raw.append('\n');
            } else {
                raw.append(allowed(text.charAt(at)));
                at++;
            }
        }
        throw error("Unterminated string");
    }

    private int quotes() {
        int end = at;
        while (end < text.length() && text.charAt(end) == '"') {
            end++;
        }
        return end - at;
    }

    private BuiltinError error(String why) {
        return error(why, at);
    }

    BuiltinError error(String why, int place) {
        String before = text.substring(0, Math.min(place, text.length()));
        long line = 1 + before.chars().filter(c -> c == '\n').count();
        int column = place - before.lastIndexOf('\n');
        return new BuiltinError("%s in GraphQL string at location %d:%d".formatted(why, line, column));
    }
}
