package io.sallyport.regoengine.builtin.pattern.automaton;

import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Chars;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Choice;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Position;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Repeated;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses the RE2 expressions that policies use; gives up on all others (classes by name, quoted literals, octal
 * escapes), which are left to RE2/J. The expression must be well-formed. Confined to one call.
 */
final class ExpressionReader {
    private static final int MAX_REPEAT = 1000;

    private final String source;
    private int at;
    private Flags flags = new Flags(false, false, false);

    private ExpressionReader(String source) {
        this.source = source;
    }

    private record Flags(boolean fold, boolean lines, boolean dotIsAll) {}

    /** The expression has something that this reader does not know. */
    private static final class Unknown extends Exception {
        private static final long serialVersionUID = 1;

        Unknown() {
            super(null, null, false, false);
        }
    }

    /** Returns the form of {@code source}, or null if it has something unknown. */
    static @Nullable Expression read(String source) {
        var reader = new ExpressionReader(source);
        try {
            Expression read = reader.choice();
            return reader.at == source.length() ? read : null;
        } catch (Unknown _) {
            return null;
        }
    }

    private boolean sees(String text) {
        return source.startsWith(text, at);
    }

    private boolean takes(String text) {
        boolean seen = sees(text);
        at += seen ? text.length() : 0;
        return seen;
    }

    private int next() throws Unknown {
        if (at == source.length()) {
            throw new Unknown();
        }
        int point = source.codePointAt(at);
        at += Character.charCount(point);
        return point;
    }

    /** Flags that a branch sets hold up to the end of its group. */
    private Expression choice() throws Unknown {
        List<Expression> branches = new ArrayList<>();
        do {
            branches.add(sequence());
        } while (takes("|"));
        return branches.size() == 1 ? branches.getFirst() : new Choice(branches);
    }

    private Expression sequence() throws Unknown {
        List<Expression> parts = new ArrayList<>();
        while (at < source.length() && !sees("|") && !sees(")")) {
            Expression atom = atom();
            if (atom != null) {
                parts.add(repeated(atom));
            } else if (sees("*") || sees("+") || sees("?") || sees("{")) {
                throw new Unknown(); // RE2/J repeats what stands before the flags
            }
        }
        return parts.size() == 1 ? parts.getFirst() : new Sequence(parts);
    }

    /** Returns null for what only sets flags. */
    private @Nullable Expression atom() throws Unknown {
        int point = next();
        return switch (point) {
            case '(' -> group();
            case '[' -> new Chars(bracket());
            case '.' -> new Chars(flags.dotIsAll() ? CodePoints.ALL : CodePoints.NEWLINE.negated());
            case '^' -> flags.lines() ? Position.LINE_BEGIN : Position.TEXT_BEGIN;
            case '$' -> flags.lines() ? Position.LINE_END : Position.TEXT_END;
            case '\\' -> escaped();
            case '*', '+', '?' -> throw new Unknown();
            default -> literal(point);
        };
    }

    private Expression literal(int point) throws Unknown {
        return new Chars(folded(CodePoints.of(point, point)));
    }

    private CodePoints folded(CodePoints points) throws Unknown {
        if (flags.fold() && !points.isAscii()) {
            throw new Unknown();
        }
        return flags.fold() ? points.folded() : points;
    }

    private @Nullable Expression group() throws Unknown {
        Flags outside = flags;
        if (takes("?P<") || takes("?<")) {
            int end = source.indexOf('>', at);
            at = end + 1;
        } else if (takes("?") && !flagsOfGroup()) {
            return null; // they hold for the rest of the group around
        }
        Expression inside = choice();
        if (!takes(")")) {
            throw new Unknown();
        }
        flags = outside;
        return inside;
    }

    /** Returns whether a colon follows, and so an expression for which they hold. */
    private boolean flagsOfGroup() throws Unknown {
        boolean on = true;
        while (true) {
            int letter = next();
            switch (letter) {
                case ':' -> {
                    return true;
                }
                case ')' -> {
                    return false;
                }
                case '-' -> on = false;
                case 'i' -> flags = new Flags(on, flags.lines(), flags.dotIsAll());
                case 'm' -> flags = new Flags(flags.fold(), on, flags.dotIsAll());
                case 's' -> flags = new Flags(flags.fold(), flags.lines(), on);
                default -> throw new Unknown();
            }
        }
    }

    private Expression repeated(Expression atom) throws Unknown {
        Expression all = atom;
        while (at < source.length()) {
            if (takes("*")) {
                all = times(all, 0, Repeated.UNBOUNDED);
            } else if (takes("+")) {
                all = times(all, 1, Repeated.UNBOUNDED);
            } else if (takes("?")) {
                all = times(all, 0, 1);
            } else if (sees("{")) {
                all = counted(all);
            } else {
                break;
            }
        }
        return all;
    }

    private Expression times(Expression part, int least, int most) {
        return new Repeated(part, least, most, !takes("?"));
    }

    /** A brace that begins no count stands for itself, and is left to RE2/J. */
    private Expression counted(Expression part) throws Unknown {
        int end = source.indexOf('}', at);
        String[] counts =
                end < 0 ? new String[0] : source.substring(at + 1, end).split(",", -1);
        if (counts.length == 0 || counts.length > 2 || !counts[0].matches("[0-9]{1,4}")) {
            throw new Unknown();
        }
        int least = Integer.parseInt(counts[0]);
        int most = least;
        if (counts.length == 2) {
            if (!counts[1].matches("[0-9]{0,4}")) {
                throw new Unknown();
            }
            most = counts[1].isEmpty() ? Repeated.UNBOUNDED : Integer.parseInt(counts[1]);
        }
        if (Math.max(least, most) > MAX_REPEAT) {
            throw new Unknown();
        }
        at = end + 1;
        return times(part, least, most);
    }

    private Expression escaped() throws Unknown {
        int kind = next();
        return switch (kind) {
            case 'b' -> Position.WORD_BOUNDARY;
            case 'B' -> Position.NO_WORD_BOUNDARY;
            case 'A' -> Position.TEXT_BEGIN;
            case 'z' -> Position.TEXT_END;
            default -> {
                CodePoints named = named(kind);
                yield named == null ? literal(escapedPoint(kind)) : new Chars(folded(named));
            }
        };
    }

    /** Returns the set of {@code \d} and its like. */
    private static @Nullable CodePoints named(int kind) {
        return switch (kind) {
            case 'd' -> CodePoints.DIGITS;
            case 'D' -> CodePoints.DIGITS.negated();
            case 's' -> CodePoints.SPACE;
            case 'S' -> CodePoints.SPACE.negated();
            case 'w' -> CodePoints.WORD;
            case 'W' -> CodePoints.WORD.negated();
            default -> null;
        };
    }

    private int escapedPoint(int kind) throws Unknown {
        return switch (kind) {
            case 'a' -> 7;
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0B;
            case 'x' -> hexadecimal();
            default -> {
                if (kind >= 0x80 || Character.isLetterOrDigit(kind)) {
                    throw new Unknown();
                }
                yield kind;
            }
        };
    }

    private int hexadecimal() throws Unknown {
        boolean braced = takes("{");
        int end = braced ? source.indexOf('}', at) : at + 2;
        if (end < at || end > source.length() || !source.substring(at, end).matches("[0-9A-Fa-f]{1,6}")) {
            throw new Unknown();
        }
        int point = Integer.parseInt(source.substring(at, end), 16);
        at = braced ? end + 1 : end;
        if (point > Character.MAX_CODE_POINT) {
            throw new Unknown();
        }
        return point;
    }

    private CodePoints bracket() throws Unknown {
        boolean negated = takes("^");
        CodePoints points = CodePoints.NONE;
        for (boolean first = true; first || !takes("]"); first = false) {
            points = points.with(member());
        }
        CodePoints all = folded(points);
        return negated ? all.negated() : all;
    }

    private CodePoints member() throws Unknown {
        if (sees("[:")) {
            throw new Unknown();
        }
        int first = next();
        if (first == '\\') {
            int kind = next();
            CodePoints named = named(kind);
            if (named != null) {
                if (flags.fold() && !named.isAscii()) {
                    throw new Unknown();
                }
                return named;
            }
            first = escapedPoint(kind);
        }
        if (!sees("-") || source.startsWith("-]", at)) {
            return CodePoints.of(first, first);
        }
        at++;
        int last = next();
        if (last == '\\') {
            last = escapedPoint(next());
        }
        if (last < first) {
            throw new Unknown();
        }
        return CodePoints.of(first, last);
    }
}
