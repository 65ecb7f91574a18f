package io.sallyport.regoengine.builtin.pattern.automaton;

import java.util.List;

/** The form of an RE2 expression, as far as the automaton knows it. Immutable. */
sealed interface Expression {
    /** One character of a set. */
    record Chars(CodePoints points) implements Expression {}

    /** One after another; an empty sequence is the empty text. */
    record Sequence(List<Expression> parts) implements Expression {
        public Sequence {
            parts = List.copyOf(parts);
        }
    }

    /** One of them. */
    record Choice(List<Expression> branches) implements Expression {
        public Choice {
            branches = List.copyOf(branches);
        }
    }

    /**
     * At least {@code least} times.
     *
     * @param most {@link #UNBOUNDED} for any number
     * @param greedy whether it takes as many as it can
     */
    record Repeated(Expression part, int least, int most, boolean greedy) implements Expression {
        static final int UNBOUNDED = -1;
    }

    /** A condition on the characters beside a position. */
    enum Position implements Expression {
        TEXT_BEGIN,
        TEXT_END,
        LINE_BEGIN,
        LINE_END,
        WORD_BOUNDARY,
        NO_WORD_BOUNDARY
    }
}
