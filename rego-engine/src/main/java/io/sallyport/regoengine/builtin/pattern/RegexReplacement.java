package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.Fuel;

/**
 * Replaces matches by a template, like Go's {@code regexp.Expand}: {@code $1}, {@code ${1}}, {@code $name}, {@code
 * ${name}}, {@code $$}. A name extends over all following letters, digits and underscores; an unknown one expands to
 * nothing. Confined to one call.
 */
final class RegexReplacement {
    private static final int MAX_GROUP_DIGITS = 8;

    private final Regex regex;
    private final String template;
    private final String text;
    private final Fuel fuel;
    private final StringBuilder out = new StringBuilder();
    private int at;

    RegexReplacement(Regex regex, String template, String text, Fuel fuel) {
        this.regex = regex;
        this.template = template;
        this.text = text;
        this.fuel = fuel;
    }

    String replaceAll() {
        int copied = 0;
        for (RegexMatch match : regex.findAll(text, -1, fuel)) {
            append(text.substring(copied, match.start()));
            expand(match);
            copied = match.end();
        }
        append(text.substring(copied));
        return out.toString();
    }

    private void append(String part) {
        fuel.makeText(part.length());
        out.append(part);
    }

    private void expand(RegexMatch match) {
        at = 0;
        while (at < template.length()) {
            int dollar = template.indexOf('$', at);
            if (dollar < 0) {
                append(template.substring(at));
                return;
            }
            append(template.substring(at, dollar));
            at = dollar + 1;
            reference(match);
        }
    }

    private void reference(RegexMatch match) {
        if (template.startsWith("$", at)) {
            append("$");
            at++;
            return;
        }
        boolean braced = template.startsWith("{", at);
        int from = braced ? at + 1 : at;
        int to = endOfName(from);
        if (to == from || (braced && !template.startsWith("}", to))) {
            append("$");
            return;
        }
        at = braced ? to + 1 : to;
        append(group(match, template.substring(from, to)));
    }

    private int endOfName(int from) {
        int to = from;
        while (to < template.length()) {
            int point = template.codePointAt(to);
            if (point != '_' && !Character.isLetter(point) && !Character.isDigit(point)) {
                return to;
            }
            to += Character.charCount(point);
        }
        return to;
    }

    private String group(RegexMatch match, String name) {
        int number = isNumber(name) ? Integer.parseInt(name) : regex.group(name);
        return number >= 0 && number < match.groups() ? match.group(text, number) : "";
    }

    private static boolean isNumber(String name) {
        boolean digits = name.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits && name.length() <= MAX_GROUP_DIGITS && (name.length() == 1 || name.charAt(0) != '0');
    }
}
