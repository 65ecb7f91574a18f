package io.sallyport.leasebridge;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.LabelGlob;
import java.util.ArrayList;
import java.util.List;

/** Matches hosts against host patterns. */
final class Hosts {
    private Hosts() {}

    static boolean covers(HostPattern pattern, CanonicalHost host, ComparisonBudget effort) {
        boolean onlyNames = !(pattern instanceof HostPattern.Any) && !(pattern instanceof HostPattern.Exact);
        return !(onlyNames && host.isAddress()) && automaton(pattern).matches(host.text(), effort);
    }

    /** Returns the pattern as an automaton over the text of a host. */
    static PatternAutomaton automaton(HostPattern pattern) {
        return PatternAutomaton.of(pieces(pattern));
    }

    /** Returns the elements of the pattern over the text of a host. */
    static List<Piece> pieces(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Any _ -> List.of(new Piece.Any());
            case HostPattern.Exact(var host) -> List.of(new Piece.Text(host));
            case HostPattern.Under(var suffix) -> List.of(LABEL, new Piece.Any(), new Piece.Text("." + suffix));
            case HostPattern.OneUnder(var suffix) -> List.of(LABEL, new Piece.Text("." + suffix));
            case HostPattern.Labels(boolean manyFirst, var labels) -> labels(manyFirst, labels);
        };
    }

    private static final Piece LABEL = new Piece.Run(".", true);

    private static List<Piece> labels(boolean manyFirst, List<String> labels) {
        List<Piece> pieces = new ArrayList<>(manyFirst ? List.of(LABEL, new Piece.Any()) : List.of());
        for (int i = 0; i < labels.size(); i++) {
            if (manyFirst || i > 0) {
                pieces.add(new Piece.Text("."));
            }
            addLabel(labels.get(i), pieces);
        }
        return pieces;
    }

    private static void addLabel(String label, List<Piece> pieces) {
        if (LabelGlob.isLiteral(label)) {
            pieces.add(new Piece.Text(label));
            return;
        }
        for (LabelGlob.Part part : LabelGlob.of(label).parts()) {
            pieces.add(
                    switch (part) {
                        case LabelGlob.Run _ -> new Piece.Run(".", label.length() == 1);
                        case LabelGlob.OneOf(String members) -> oneOf(members);
                    });
        }
    }

    /** A large class is what it leaves out, so that comparisons have few characters to tell apart. */
    private static Piece oneOf(String members) {
        if (members.length() == 1) {
            return new Piece.Text(members);
        }
        boolean large = members.length() > LabelGlob.ALPHABET.length() / 2;
        return large ? new Piece.One("." + LabelGlob.without(members)) : new Piece.OneOf(members);
    }
}
