package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinError;

/** A text with regular expressions between delimiters, for {@code regex.template_match}: {@code urn:{.*}}. */
final class RegexTemplate {
    private static final String SPECIAL = "\\.+*?()|[]{}^$";

    private RegexTemplate() {}

    /** Returns the expression for the whole of {@code template}. */
    static String expression(String template, char start, char end) {
        StringBuilder expression = new StringBuilder("^");
        int depth = 0;
        int opened = 0;
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            if (c == start) {
                depth++;
                opened = depth == 1 ? i : opened;
            } else if (c == end) {
                depth--;
                if (depth == 0) {
                    String inner = template.substring(opened + 1, i);
                    Regex.compile("^" + inner + "$");
                    expression.append('(').append(inner).append(')');
                }
            } else if (depth == 0) {
                quote(c, expression);
            }
            if (depth < 0) {
                throw unbalanced();
            }
        }
        if (depth != 0) {
            throw unbalanced();
        }
        return expression.append('$').toString();
    }

    private static BuiltinError unbalanced() {
        return new BuiltinError("unbalanced braces in the template");
    }

    private static void quote(char c, StringBuilder out) {
        if (SPECIAL.indexOf(c) >= 0) {
            out.append('\\');
        }
        out.append(c);
    }
}
