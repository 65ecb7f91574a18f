package io.sallyport.leasebridge;

import io.sallyport.model.NamePattern;
import java.util.List;

/** A pattern over one text, read once. Anchored at both ends; no backtracking. Immutable. */
final class Glob {
    private final String text;
    private final List<Piece> pieces;
    private final Automaton automaton;

    private Glob(String text, List<Piece> pieces) {
        this.text = text;
        this.pieces = pieces;
        this.automaton = Automaton.of(pieces);
    }

    static Glob of(String text, PatternKind kind) {
        return new Glob(text, GlobReader.read(text, kind));
    }

    /** Whether the whole target is covered; false where the effort does not suffice. */
    boolean matches(String target, ComparisonBudget effort) {
        return automaton.matches(target, effort);
    }

    Automaton automaton() {
        return automaton;
    }

    /** The same as an anchored RE2 expression. */
    String re2() {
        return Re2.of(pieces);
    }

    /** The same for an index: what is literal, or covers all, needs no expression. */
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
