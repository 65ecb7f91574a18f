package io.sallyport.leasebridge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * A pattern as a chain of states that only go forward. All states that a text can be in are followed at once, so the time
 * is bounded by the length of the text times the length of the pattern. Immutable.
 */
final class Automaton {
    private enum Op {
        /** Takes one certain character and goes on. */
        CHARACTER,
        /** Takes one character that is no stop and goes on. */
        ONE,
        /** Goes on, or takes one character that is no stop and stays. */
        LOOP,
        /** Goes on, or leaves out the next two. */
        SKIP,
        END
    }

    private record State(Op op, String operand) {}

    private final List<State> states;

    private Automaton(List<State> states) {
        this.states = List.copyOf(states);
    }

    static Automaton of(List<Piece> pieces) {
        List<State> states = new ArrayList<>();
        pieces.forEach(piece -> append(piece, states));
        states.add(new State(Op.END, ""));
        return new Automaton(states);
    }

    private static void append(Piece piece, List<State> states) {
        switch (piece) {
            case Piece.Text(var literal) ->
                literal.chars().forEach(c -> states.add(new State(Op.CHARACTER, Character.toString(c))));
            case Piece.Run(var stops, boolean atLeastOne) -> {
                if (atLeastOne) {
                    states.add(new State(Op.ONE, stops));
                }
                states.add(new State(Op.LOOP, stops));
            }
            case Piece.Any _ -> states.add(new State(Op.LOOP, ""));
            case Piece.Below(char separator) -> {
                states.add(new State(Op.SKIP, ""));
                states.add(new State(Op.CHARACTER, Character.toString(separator)));
                states.add(new State(Op.LOOP, ""));
            }
            case Piece.Above(char separator) -> {
                states.add(new State(Op.SKIP, ""));
                states.add(new State(Op.LOOP, ""));
                states.add(new State(Op.CHARACTER, Character.toString(separator)));
            }
        }
    }

    /** Whether the whole text is covered. */
    boolean matches(String text) {
        BitSet at = start();
        for (int i = 0; i < text.length() && !at.isEmpty(); i++) {
            at = step(at, text.charAt(i));
        }
        return isEnd(at);
    }

    /** The states before the first character. */
    BitSet start() {
        BitSet first = new BitSet(states.size());
        first.set(0);
        return close(first);
    }

    /** The states after one more character. */
    BitSet step(BitSet from, char c) {
        BitSet to = new BitSet(states.size());
        for (int i = from.nextSetBit(0); i >= 0; i = from.nextSetBit(i + 1)) {
            State state = states.get(i);
            switch (state.op) {
                case CHARACTER -> to.set(i + 1, to.get(i + 1) || state.operand.charAt(0) == c);
                case ONE -> to.set(i + 1, to.get(i + 1) || state.operand.indexOf(c) < 0);
                case LOOP -> to.set(i, to.get(i) || state.operand.indexOf(c) < 0);
                case SKIP, END -> {}
            }
        }
        return close(to);
    }

    boolean isEnd(BitSet at) {
        return at.get(states.size() - 1);
    }

    /** Every character that this pattern treats unlike others. */
    void addAlphabet(Set<Character> alphabet) {
        states.forEach(state -> state.operand.chars().forEach(c -> alphabet.add((char) c)));
    }

    private BitSet close(BitSet at) {
        for (int i = at.nextSetBit(0); i >= 0; i = at.nextSetBit(i + 1)) {
            Op op = states.get(i).op;
            if (op == Op.LOOP || op == Op.SKIP) {
                at.set(i + 1);
            }
            if (op == Op.SKIP) {
                at.set(i + 3);
            }
        }
        return at;
    }
}
