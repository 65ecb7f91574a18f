package io.sallyport.leasebridge;

import io.sallyport.model.NamePattern;
import java.util.List;

/** A pattern over one text, parsed once. Anchored at both ends; matches without backtracking. Immutable. */
final class Glob {
    private final String text;
    private final List<Piece> pieces;
    private final PatternAutomaton automaton;

    private Glob(String text, List<Piece> pieces) {
        this.text = text;
        this.pieces = pieces;
        this.automaton = PatternAutomaton.of(pieces);
    }

    static Glob of(String text, PatternKind kind) {
        return new Glob(text, PieceReader.read(text, kind));
    }

    /** Returns whether the pattern covers the whole target; false if the budget runs out. */
    boolean matches(String target, ComparisonBudget effort) {
        return automaton.matches(target, effort);
    }

    PatternAutomaton automaton() {
        return automaton;
    }

    /** Returns the pattern as an anchored RE2 expression. */
    String re2() {
        return Re2.of(pieces);
    }

    /** Returns the pattern for an index. A literal, or a pattern that covers everything, needs no expression. */
    NamePattern targets() {
        if (pieces.size() == 1 && pieces.getFirst() instanceof Piece.Text(var literal)) {
            return new NamePattern.Exactly(literal);
        }
        boolean all = pieces.size() == 1 && pieces.getFirst() instanceof Piece.Any;
        return all ? new NamePattern.Anything() : new NamePattern.Matching(re2());
    }

    @Override
    public String toString() {
        return text;
    }
}
