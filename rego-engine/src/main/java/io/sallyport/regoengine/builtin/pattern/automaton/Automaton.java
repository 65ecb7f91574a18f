package io.sallyport.regoengine.builtin.pattern.automaton;

import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Chars;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Position;
import io.sallyport.regoengine.builtin.pattern.automaton.Expression.Repeated;
import io.sallyport.regoengine.builtin.pattern.automaton.Instructions.Check;
import io.sallyport.regoengine.builtin.pattern.automaton.Instructions.Match;
import io.sallyport.regoengine.builtin.pattern.automaton.Instructions.Split;
import io.sallyport.regoengine.builtin.pattern.automaton.Instructions.Take;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A deterministic automaton that says whether a text holds a match, built as texts need it: it reads a character with
 * one look-up, whatever the size of the expression. It keeps at most {@value #MAX_STATES} states; the text that needs
 * more is left to RE2/J, and all are built anew. Safe for concurrent use.
 */
public final class Automaton {
    private static final int MAX_STATES = 1_000;
    private static final int ASCII = 0x80;

    private final Instructions program;
    private final @Nullable CodePoints run;
    private final int leastRun;
    private final int[] bounds;
    private final byte[] ofAscii = new byte[ASCII];
    private final ConcurrentHashMap<Key, State> states = new ConcurrentHashMap<>();
    private final State found = new State(new BitSet(), Beside.OTHER, 0);
    private final State begin;

    /** What a text says of the automaton's expression. */
    public enum Answer {
        FOUND,
        NOT_FOUND,
        /** The automaton would become too large. */
        UNKNOWN
    }

    /** What stands on one side of a position. */
    private enum Beside {
        NOTHING,
        NEWLINE,
        WORD,
        OTHER;

        static Beside of(int point) {
            return point == '\n' ? NEWLINE : CodePoints.WORD.contains(point) ? WORD : OTHER;
        }
    }

    private record Key(BitSet waiting, Beside before) {}

    /** The instructions that wait for a character, before their conditions are asked, and what was read last. */
    private static final class State {
        private final BitSet waiting;
        private final Beside before;
        private final AtomicReferenceArray<@Nullable State> next;

        State(BitSet waiting, Beside before, int kinds) {
            this.waiting = waiting;
            this.before = before;
            this.next = new AtomicReferenceArray<>(kinds + 1);
        }
    }

    private Automaton(Instructions program, Expression expression, boolean hasGroups) {
        this.program = program;
        this.bounds = bounds(program);
        for (int point = 0; point < ASCII; point++) {
            ofAscii[point] = (byte) kind(point);
        }
        boolean isRun = !hasGroups
                && expression instanceof Repeated(Chars _, int least, int most, boolean greedy)
                && least > 0
                && most == Repeated.UNBOUNDED
                && greedy;
        this.run = isRun ? ((Chars) ((Repeated) expression).part()).points() : null;
        this.leastRun = isRun ? ((Repeated) expression).least() : 0;
        this.begin = new State(new BitSet(), Beside.NOTHING, kinds());
    }

    /** Returns the automaton of a well-formed RE2 expression; null if it has something that automata do not know. */
    public static @Nullable Automaton of(String source) {
        Expression expression = ExpressionReader.read(source);
        Instructions program = expression == null ? null : Instructions.of(expression);
        if (expression == null || program == null || bounds(program).length > Byte.MAX_VALUE) {
            return null;
        }
        return new Automaton(program, expression, source.startsWith("("));
    }

    /** Returns the first code points of the kinds between which no instruction and no condition tells. */
    private static int[] bounds(Instructions program) {
        TreeSet<Integer> firsts = new TreeSet<>(List.of(0));
        List<CodePoints> told = new ArrayList<>(List.of(CodePoints.NEWLINE, CodePoints.WORD));
        for (var instruction : program.instructions()) {
            if (instruction instanceof Take(var points, var _)) {
                told.add(points);
            }
        }
        for (CodePoints points : told) {
            for (CodePoints.Range range : points.ranges()) {
                firsts.add(range.first());
                firsts.add(range.last() + 1);
            }
        }
        return firsts.stream().mapToInt(Integer::intValue).toArray();
    }

    private int kinds() {
        return bounds.length;
    }

    /** The kind of {@code point}: the last bound that is not above it. */
    private int kind(int point) {
        int found = Arrays.binarySearch(bounds, point);
        return found >= 0 ? found : -found - 2;
    }

    /** Returns whether {@code text} holds a match. */
    public Answer search(String text) {
        State state = begin;
        for (int at = 0; at < text.length(); ) {
            int point = text.charAt(at);
            int kind;
            if (point < ASCII) {
                kind = ofAscii[point];
                at++;
            } else {
                point = text.codePointAt(at);
                kind = kind(point);
                at += Character.charCount(point);
            }
            State next = state.next.get(kind);
            if (next == null) {
                next = step(state, kind);
                if (next == null) {
                    return Answer.UNKNOWN;
                }
            }
            if (next == found) {
                return Answer.FOUND;
            }
            state = next;
        }
        return end(state) == found ? Answer.FOUND : Answer.NOT_FOUND;
    }

    /** Returns the state after the end of the text, which stands behind those after characters. */
    private State end(State state) {
        State end = state.next.get(kinds());
        if (end == null) {
            end = reached(state, Beside.NOTHING) == null ? found : begin;
            state.next.set(kinds(), end);
        }
        return end;
    }

    /** Returns the state after a character of {@code kind}; null if there are too many. */
    private @Nullable State step(State state, int kind) {
        int point = bounds[kind];
        Beside after = Beside.of(point);
        BitSet reached = reached(state, after);
        State next = found;
        if (reached != null) {
            BitSet waiting = new BitSet();
            reached.stream().forEach(at -> {
                if (program.instructions().get(at) instanceof Take(var points, int then) && points.contains(point)) {
                    waiting.set(then);
                }
            });
            if (states.size() >= MAX_STATES) {
                forget();
                return null;
            }
            next = states.computeIfAbsent(new Key(waiting, after), key -> new State(key.waiting(), after, kinds()));
        }
        state.next.set(kind, next);
        return next;
    }

    private void forget() {
        states.clear();
        for (int kind = 0; kind < kinds(); kind++) {
            begin.next.set(kind, null);
        }
    }

    /** Returns the instructions that are reached without a character; null if the match is one of them. */
    private @Nullable BitSet reached(State state, Beside after) {
        BitSet reached = new BitSet();
        List<Integer> open = new ArrayList<>();
        state.waiting.stream().forEach(open::add);
        open.add(program.begin()); // a match may begin anywhere
        while (!open.isEmpty()) {
            int at = open.removeLast();
            if (!reached.get(at)) {
                reached.set(at);
                switch (program.instructions().get(at)) {
                    case Match _ -> {
                        return null;
                    }
                    case Split(int one, int other) -> {
                        open.add(one);
                        open.add(other);
                    }
                    case Check(var position, int then) -> {
                        if (holds(position, state.before, after)) {
                            open.add(then);
                        }
                    }
                    case Take _ -> {}
                }
            }
        }
        return reached;
    }

    private static boolean holds(Position position, Beside before, Beside after) {
        return switch (position) {
            case TEXT_BEGIN -> before == Beside.NOTHING;
            case TEXT_END -> after == Beside.NOTHING;
            case LINE_BEGIN -> before == Beside.NOTHING || before == Beside.NEWLINE;
            case LINE_END -> after == Beside.NOTHING || after == Beside.NEWLINE;
            case WORD_BOUNDARY -> (before == Beside.WORD) != (after == Beside.WORD);
            case NO_WORD_BOUNDARY -> (before == Beside.WORD) == (after == Beside.WORD);
        };
    }

    /** A part of a text. */
    public record Span(int start, int end) {}

    /** Returns whether the expression is a run of characters of one set, such as {@code [0-9a-f]{16,}}. */
    public boolean isRun() {
        return run != null;
    }

    /** Returns the first run at {@code from} or later; null if there is none. The expression must be a run. */
    public @Nullable Span run(String text, int from) {
        CodePoints points = run == null ? CodePoints.NONE : run;
        int start = from;
        int count = 0;
        int at = from;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            int next = at + Character.charCount(point);
            if (points.contains(point)) {
                start = count == 0 ? at : start;
                count++;
            } else if (count >= leastRun) {
                break;
            } else {
                count = 0;
            }
            at = next;
        }
        return count >= leastRun ? new Span(start, at) : null;
    }
}
