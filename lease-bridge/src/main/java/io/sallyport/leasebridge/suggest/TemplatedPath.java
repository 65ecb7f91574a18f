package io.sallyport.leasebridge.suggest;

import io.sallyport.model.CanonicalPath;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A path in which each segment that names one thing of many is a variable: {@code /repos/{number}/commits/{hex}}. Paths
 * of one template are requests of the same sort. A canonical path holds no braces, so that no path looks like a
 * template. Immutable.
 *
 * @param text the path, with its variables in braces
 */
public record TemplatedPath(String text) implements Comparable<TemplatedPath> {
    /** The sorts of variable segments, the narrowest first. */
    private enum Variable {
        UUID("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"), // RFC 9562 section 4
        DATE("[0-9]{4}-[0-9]{2}-[0-9]{2}"), // RFC 3339 section 5.6, full-date
        NUMBER("[0-9]+"),
        HEX("(?=[A-Fa-f]*[0-9])([0-9a-f]{7,}|[0-9A-F]{7,})"), // from git's shortest names on; a word has no digit
        ID("(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[0-9A-Za-z_-]*[0-9A-Za-z]{20,}"); // with digits and letters

        private final Pattern form;

        Variable(String form) {
            this.form = Pattern.compile(form);
        }

        /** Returns the variable that stands for a segment, or the segment itself. */
        static String of(String segment) {
            for (Variable variable : values()) {
                if (variable.form.matcher(segment).matches()) {
                    return "{" + variable.name().toLowerCase(Locale.ROOT) + "}";
                }
            }
            return segment;
        }
    }

    /** Returns the template of a path. */
    public static TemplatedPath of(CanonicalPath path) {
        return new TemplatedPath(path.segments().stream().map(Variable::of).collect(Collectors.joining("/", "/", "")));
    }

    /** Returns whether a segment names one thing of many, so that a variable stands for it. */
    public static boolean isVariable(String segment) {
        return !Variable.of(segment).equals(segment);
    }

    @Override
    public int compareTo(TemplatedPath other) {
        return text.compareTo(other.text);
    }
}
