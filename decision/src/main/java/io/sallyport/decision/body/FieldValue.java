package io.sallyport.decision.body;

import io.sallyport.model.text.Parsed;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of a field such as Content-Type: a value and its parameters (RFC 9110 section 5.6.6). Parsed strictly: no
 * empty and no duplicate parameter, no backslash in quotes. Immutable.
 *
 * @param value in lower case
 * @param parameters by name as written; a look-up is not case-sensitive
 */
record FieldValue(String value, SortedMap<String, String> parameters) {
    /** The name of the one field whose value has a subtype. */
    static final String CONTENT_TYPE = "Content-Type";

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    /** A token without apostrophes, which some readers take for quotes. */
    private static final String UNQUOTED = TOKEN.replace("'", "");

    private static final Pattern VALUE = Pattern.compile(TOKEN + "(?:/" + TOKEN + ")?");
    private static final Pattern PARAMETER = Pattern.compile(
            "[ \\t]*;[ \\t]*(" + TOKEN + ")=(?:(" + UNQUOTED + ")|\"([^\"\\\\\\x00-\\x08\\x0a-\\x1f\\x7f]*)\")");

    FieldValue {
        parameters = Collections.unmodifiableSortedMap(parameters);
    }

    /** Parses the one field of those given; several, or none, are refused. */
    static Parsed<FieldValue> parse(String name, List<String> fields) {
        return fields.size() == 1
                ? parse(name, fields.getFirst())
                : new Parsed.Rejected<>((fields.isEmpty() ? "no " : "more than one ") + name);
    }

    static Parsed<FieldValue> parse(String name, String field) {
        Matcher matcher = VALUE.matcher(field);
        if (!matcher.lookingAt() || name.equals(CONTENT_TYPE) != matcher.group().contains("/")) {
            return new Parsed.Rejected<>("a malformed " + name);
        }
        String value = matcher.group().toLowerCase(Locale.ROOT);
        SortedMap<String, String> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        int at = matcher.end();
        matcher.usePattern(PARAMETER);
        while (at < field.length()) {
            if (!matcher.region(at, field.length()).lookingAt()) {
                return new Parsed.Rejected<>("a malformed " + name, at);
            }
            String text = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
            if (parameters.put(matcher.group(1), text) != null) {
                return new Parsed.Rejected<>("a duplicate parameter of " + name, at);
            }
            at = matcher.end();
        }
        return new Parsed.Accepted<>(new FieldValue(value, parameters));
    }

    /** Returns whether text of this type is UTF-8: it names no other charset. */
    boolean isUtf8() {
        String charset = parameters.getOrDefault("charset", "utf-8");
        return charset.equalsIgnoreCase("utf-8") || charset.equalsIgnoreCase("utf8");
    }
}
