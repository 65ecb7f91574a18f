package io.sallyport.leasebridge;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * A pattern as a chain of states with forward transitions only. Simulates all possible states at once, so matching
 * takes time proportional to the length of the text times the length of the pattern. Size: one state per character and
 * at most three per run of stars. Immutable.
 */
final class PatternAutomaton {
    private enum Op {
        /** Consumes one specific character and advances. */
        CHARACTER,
        /** Consumes one character of a set and advances. */
        MEMBER,
        /** Consumes one character that is not a stop and advances. */
        ONE,
        /** Advances, or consumes one character that is not a stop and stays. */
        LOOP,
        /** Advances, or skips the next two states. */
        SKIP,
        END
    }

    private final Op[] ops;
    private final char[] characters; // the character that a CHARACTER consumes
    private final String[] sets; // what MEMBER consumes; what ONE and LOOP do not

    private PatternAutomaton(Chain chain) {
        ops = Arrays.copyOf(chain.ops, chain.size);
        characters = Arrays.copyOf(chain.characters, chain.size);
        sets = Arrays.copyOf(chain.sets, chain.size);
    }

    static PatternAutomaton of(List<Piece> pieces) {
        Chain chain = new Chain();
        pieces.forEach(chain::append);
        chain.add(Op.END, '\0', "");
        return new PatternAutomaton(chain);
    }

    /** The states under construction. */
    private static final class Chain {
        private Op[] ops = new Op[16];
        private char[] characters = new char[16];
        private String[] sets = new String[16];
        private int size;

        void append(Piece piece) {
            switch (piece) {
                case Piece.Text(var literal) -> literal.chars().forEach(c -> character((char) c));
                case Piece.OneOf(var members) -> add(Op.MEMBER, '\0', members);
                case Piece.One(var stops) -> add(Op.ONE, '\0', stops);
                case Piece.Run(var stops, boolean atLeastOne) -> {
                    if (atLeastOne) {
                        add(Op.ONE, '\0', stops);
                    }
                    add(Op.LOOP, '\0', stops);
                }
                case Piece.Any _ -> add(Op.LOOP, '\0', "");
                case Piece.Below(char separator) -> {
                    add(Op.SKIP, '\0', "");
                    character(separator);
                    add(Op.LOOP, '\0', "");
                }
                case Piece.Above(char separator) -> {
                    add(Op.SKIP, '\0', "");
                    add(Op.LOOP, '\0', "");
                    character(separator);
                }
            }
        }

        private void character(char c) {
            add(Op.CHARACTER, c, "");
        }

        void add(Op op, char character, String set) {
            if (size == ops.length) {
                ops = Arrays.copyOf(ops, size * 2);
                characters = Arrays.copyOf(characters, size * 2);
                sets = Arrays.copyOf(sets, size * 2);
            }
            ops[size] = op;
            characters[size] = character;
            sets[size++] = set;
        }
    }

    /** Returns whether the pattern covers the whole text; false if the budget runs out. */
    boolean matches(String text, ComparisonBudget effort) {
        BitSet at = start();
        for (int i = 0; i < text.length() && !at.isEmpty(); i++) {
            if (!effort.take(at.cardinality())) {
                return false;
            }
            at = step(at, text.charAt(i));
        }
        return isEnd(at);
    }

    /** Returns the states before the first character. */
    BitSet start() {
        BitSet first = new BitSet(ops.length);
        first.set(0);
        return close(first);
    }

    /** Returns the states after one more character. */
    BitSet step(BitSet from, char c) {
        BitSet to = new BitSet(ops.length);
        for (int i = from.nextSetBit(0); i >= 0; i = from.nextSetBit(i + 1)) {
            int next = ops[i] == Op.LOOP ? i : i + 1;
            if (takes(i, c)) {
                to.set(next);
            }
        }
        return close(to);
    }

    private boolean takes(int state, char c) {
        return switch (ops[state]) {
            case CHARACTER -> characters[state] == c;
            case MEMBER -> sets[state].indexOf(c) >= 0;
            case ONE, LOOP -> sets[state].indexOf(c) < 0;
            case SKIP, END -> false;
        };
    }

    boolean isEnd(BitSet at) {
        return at.get(ops.length - 1);
    }

    /** Adds every character that this pattern treats differently from the rest. */
    void addAlphabet(Set<Character> alphabet) {
        for (int i = 0; i < ops.length; i++) {
            if (ops[i] == Op.CHARACTER) {
                alphabet.add(characters[i]);
            }
            sets[i].chars().forEach(c -> alphabet.add((char) c));
        }
    }

    /** Returns whether any of these states consumes other than specific characters. */
    boolean isOpen(BitSet at) {
        return at.stream().anyMatch(i -> ops[i] == Op.ONE || ops[i] == Op.LOOP);
    }

    /**
     * Adds the characters that these states treat differently from the rest, and all that they consume unless
     * {@link #isOpen}.
     */
    void addNext(BitSet at, Set<Character> next) {
        for (int i = at.nextSetBit(0); i >= 0; i = at.nextSetBit(i + 1)) {
            if (ops[i] == Op.CHARACTER) {
                next.add(characters[i]);
            }
            sets[i].chars().forEach(c -> next.add((char) c));
        }
    }

    /** Returns the shortest text that leads from the foremost of these states to the end. */
    String shortestEnd(BitSet at, char other) {
        StringBuilder text = new StringBuilder();
        for (int i = at.length() - 1; i < ops.length - 1; i += ops[i] == Op.SKIP ? 3 : 1) {
            switch (ops[i]) {
                case CHARACTER -> text.append(characters[i]);
                case MEMBER -> text.append(sets[i].charAt(0));
                case ONE -> text.append(other);
                case LOOP, SKIP, END -> {}
            }
        }
        return text.toString();
    }

    private BitSet close(BitSet at) {
        for (int i = at.nextSetBit(0); i >= 0; i = at.nextSetBit(i + 1)) {
            if (ops[i] == Op.LOOP || ops[i] == Op.SKIP) {
                at.set(i + 1);
            }
            if (ops[i] == Op.SKIP) {
                at.set(i + 3);
            }
        }
        return at;
    }
}
