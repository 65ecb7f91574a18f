package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.pattern.LinearPattern.Gap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses expressions and globs that are linear; returns null for all others, whether or not they are well-formed.
 * Confined to one call.
 */
final class LinearReader {
    /** The maximum length; names, hosts and paths are shorter. */
    private static final int MAX_CHARS = 2_000;

    private static final String DOT_MATCHES_ALL = "(?s)";
    private static final String SPECIAL = "\\.+*?()|[]{}^$";
    private static final String CLASS_SPECIAL = "\\[]^-";
    private static final String REPEATS = "*+?{";

    private final String source;
    private final List<String> literals = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int at;

    private LinearReader(String source) {
        this.source = source;
    }

    /** Returns the pattern for the RE2 expression {@code source}, anchored at both ends, or null. */
    static @Nullable LinearPattern ofRegex(String source) {
        return source.length() > MAX_CHARS ? null : new LinearReader(source).regex();
    }

    /**
     * Returns the pattern for the glob {@code source}, whose {@code *} stops at each of {@code separators}, or null.
     */
    static @Nullable LinearPattern ofGlob(String source, String separators) {
        return source.length() > MAX_CHARS || hasPairs(separators) ? null : new LinearReader(source).glob(separators);
    }

    private static boolean hasPairs(String text) {
        return text.codePointCount(0, text.length()) != text.length();
    }

    private @Nullable LinearPattern regex() {
        boolean all = source.startsWith(DOT_MATCHES_ALL);
        at = all ? DOT_MATCHES_ALL.length() : 0;
        int end = source.length() - 1;
        if (at > end || source.charAt(at) != '^' || source.charAt(end) != '$') {
            return null;
        }
        at++;
        while (at < end) {
            if (!regexStep(source.charAt(at), end, all)) {
                return null;
            }
        }
        return at == end ? pattern() : null;
    }

    private boolean regexStep(char c, int end, boolean all) {
        return switch (c) {
            case '.' -> gap(all ? "" : "\n", at + 1, end);
            case '[' -> negatedClass(end);
            case '\\' -> escaped(end);
            default -> SPECIAL.indexOf(c) < 0 && literal(c, at + 1);
        };
    }

    private boolean negatedClass(int end) {
        int close = source.indexOf(']', at);
        if (close < 0 || close > end || !source.startsWith("[^", at) || close == at + 2) {
            return false;
        }
        String members = source.substring(at + 2, close);
        for (int i = 0; i < members.length(); i++) {
            char c = members.charAt(i);
            if (CLASS_SPECIAL.indexOf(c) >= 0 || Character.isSurrogate(c)) {
                return false;
            }
        }
        return gap(members, close + 1, end);
    }

    /** Parses an escaped special character. */
    private boolean escaped(int end) {
        return at + 1 < end && SPECIAL.indexOf(source.charAt(at + 1)) >= 0 && literal(source.charAt(at + 1), at + 2);
    }

    /** A repeated literal is not linear, and neither is one followed by half a surrogate pair. */
    private boolean literal(char c, int next) {
        if (next < source.length() && REPEATS.indexOf(source.charAt(next)) >= 0) {
            return false;
        }
        literal.append(c);
        at = next;
        return true;
    }

    /** Parses a star or plus, which no other repetition may follow. */
    private boolean gap(String excluded, int repeat, int end) {
        char sign = repeat < end ? source.charAt(repeat) : ' ';
        boolean repeated = (sign == '*' || sign == '+') && REPEATS.indexOf(source.charAt(repeat + 1)) < 0;
        return repeated && gap(new Gap(excluded, sign == '+' ? 1 : 0), repeat + 1);
    }

    private boolean gap(Gap gap, int next) {
        if (literal.isEmpty() && !gaps.isEmpty()) {
            return false;
        }
        literals.add(literal.toString());
        literal.setLength(0);
        gaps.add(gap);
        at = next;
        return true;
    }

    private LinearPattern pattern() {
        literals.add(literal.toString());
        return new LinearPattern(literals, gaps);
    }

    private @Nullable LinearPattern glob(String separators) {
        while (at < source.length()) {
            if (!globStep(source.charAt(at), separators)) {
                return null;
            }
        }
        return pattern();
    }

    private boolean globStep(char c, String separators) {
        return switch (c) {
            case '*' -> source.startsWith("**", at) ? gap(new Gap("", 0), at + 2) : gap(new Gap(separators, 0), at + 1);
            case '\\', '?', '[', '{' -> false;
            default -> {
                literal.append(c);
                at++;
                yield true;
            }
        };
    }
}
