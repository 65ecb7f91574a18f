package io.sallyport.regoengine.builtin.pattern;

import io.sallyport.regoengine.builtin.BuiltinError;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Limits the size of a regular expression before it is compiled: repetitions multiply, so {@code ((a{100}){100}){100}}
 * has a million instructions, and RE2/J's compiler recurses as deep as groups nest.
 *
 * <p>As in Go, nested repetitions may amount to at most 1000 copies. A malformed expression gets some size here and is
 * refused by the compiler. Confined to one call.
 */
final class RegexSize {
    private static final int MAX_COPIES = 1000;
    private static final int MAX_SIZE = 20_000;
    private static final int MAX_DEPTH = 200;

    private final String source;
    private final Deque<Part> open = new ArrayDeque<>();
    private int at;

    private RegexSize(String source) {
        this.source = source;
    }

    /**
     * Returns the approximate number of instructions of {@code source}; throws {@link BuiltinError} if they or the
     * nesting are too large.
     */
    static long of(String source) {
        return new RegexSize(source).measure();
    }

    /** A group, or the whole expression: its size so far, and its last atom, which a repetition multiplies. */
    private static final class Part {
        private long size;
        private long copies = 1;
        private long atomSize;
        private long atomCopies = 1;

        void add(long atom, long within) {
            atomSize = atom;
            atomCopies = within;
            size += atom;
            copies = Math.max(copies, within);
        }

        void repeat(long times) {
            size += atomSize * (times - 1);
            atomSize *= times;
            atomCopies *= times;
            copies = Math.max(copies, atomCopies);
        }
    }

    private long measure() {
        open.push(new Part());
        while (at < source.length()) {
            step(source.charAt(at));
            check();
        }
        return open.getLast().size;
    }

    private void check() {
        Part part = open.element();
        if (part.copies > MAX_COPIES) {
            throw new BuiltinError("invalid repeat count: more than " + MAX_COPIES + " copies");
        }
        if (part.size > MAX_SIZE || open.size() > MAX_DEPTH) {
            throw new BuiltinError("expression too large (limit %d instructions, %d groups within each other)"
                    .formatted(MAX_SIZE, MAX_DEPTH));
        }
    }

    private void step(char c) {
        at++;
        switch (c) {
            case '\\' -> escape();
            case '[' -> skipClass();
            case '(' -> open.push(new Part());
            case ')' -> close();
            case '{' -> repeat();
            default -> open.element().add(1, 1);
        }
    }

    private void close() {
        if (open.size() == 1) {
            return;
        }
        Part closed = open.pop();
        open.element().add(closed.size + 2, closed.copies);
    }

    private void escape() {
        if (source.startsWith("Q", at)) {
            int end = source.indexOf("\\E", at);
            int literal = (end < 0 ? source.length() : end) - at;
            at = end < 0 ? source.length() : end + 2;
            open.element().add(literal, 1);
            return;
        }
        char kind = at < source.length() ? source.charAt(at) : ' ';
        at++;
        if ((kind == 'p' || kind == 'P' || kind == 'x') && source.startsWith("{", at)) {
            int end = source.indexOf('}', at);
            at = end < 0 ? source.length() : end + 1;
        }
        open.element().add(1, 1);
    }

    /** A class is one instruction; a closing bracket that comes first in it is a member. */
    private void skipClass() {
        if (source.startsWith("^", at)) {
            at++;
        }
        boolean first = true;
        while (at < source.length() && (first || source.charAt(at) != ']')) {
            int named = source.startsWith("[:", at) ? source.indexOf(":]", at) : -1;
            at = named >= 0 ? named + 2 : at + (source.charAt(at) == '\\' ? 2 : 1);
            first = false;
        }
        at++;
        open.element().add(1, 1);
    }

    /** Parses {@code n}, {@code n,} or {@code n,m}; anything else is a literal brace. */
    private void repeat() {
        int end = source.indexOf('}', at);
        int[] bounds = end < 0 ? new int[0] : bounds(source.substring(at, end));
        if (bounds.length == 0) {
            open.element().add(1, 1);
            return;
        }
        at = end + 1;
        open.element().repeat(Math.max(1, Math.max(bounds[0], bounds[1])));
    }

    private static int[] bounds(String inside) {
        String[] ends = inside.split(",", -1);
        if (ends.length > 2 || !isCount(ends[0]) || (ends.length == 2 && !ends[1].isEmpty() && !isCount(ends[1]))) {
            return new int[0];
        }
        int least = Integer.parseInt(ends[0]);
        return new int[] {least, ends.length == 2 && !ends[1].isEmpty() ? Integer.parseInt(ends[1]) : least};
    }

    private static boolean isCount(String text) {
        return !text.isEmpty() && text.length() <= 6 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
