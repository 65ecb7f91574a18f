package io.sallyport.leasebridge;

import java.util.ArrayList;
import java.util.List;

/** Splits a pattern into pieces. Every text is a valid pattern; only stars are special. Confined to its thread. */
final class PieceReader {
    private final String text;
    private final PatternKind kind;
    private final List<Piece> pieces = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int at;

    private PieceReader(String text, PatternKind kind) {
        this.text = text;
        this.kind = kind;
    }

    static List<Piece> read(String text, PatternKind kind) {
        return new PieceReader(text, kind).pieces();
    }

    private List<Piece> pieces() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '*') {
                stars(at, runEnd(at));
            } else if (isSeparator(at) && isWholeMany(at + 1)) {
                add(new Piece.Below(c), runEnd(at + 1));
            } else {
                literal.append(c);
                at++;
            }
        }
        flush();
        return List.copyOf(pieces);
    }

    private void stars(int from, int to) {
        boolean many = to - from > 1;
        if (many && from == 0 && to < text.length() && isSeparator(to)) {
            add(new Piece.Above(text.charAt(to)), to + 1);
        } else if (many) {
            add(new Piece.Any(), to);
        } else {
            boolean whole = isBoundary(from - 1) && isBoundary(to);
            add(new Piece.Run(kind.stops(inVersion(from)), whole), to);
        }
    }

    private void add(Piece piece, int next) {
        flush();
        pieces.add(piece);
        at = next;
    }

    private void flush() {
        if (!literal.isEmpty()) {
            pieces.add(new Piece.Text(literal.toString()));
            literal.setLength(0);
        }
    }

    /** Returns whether two or more stars begin here and end before a separator or at the pattern's end. */
    private boolean isWholeMany(int from) {
        int to = runEnd(from);
        return to - from > 1 && (to == text.length() || isSeparator(to));
    }

    private int runEnd(int from) {
        int to = from;
        while (to < text.length() && text.charAt(to) == '*') {
            to++;
        }
        return to;
    }

    private boolean isSeparator(int index) {
        return kind.isSeparator(text.charAt(index), inVersion(index));
    }

    /**
     * Returns whether the position delimits an adjacent star; in an agent pattern the {@code @} also delimits its
     * version.
     */
    private boolean isBoundary(int index) {
        return index < 0
                || index >= text.length()
                || isSeparator(index)
                || (kind == PatternKind.AGENT && text.charAt(index) == '@');
    }

    private boolean inVersion(int index) {
        int mark = kind == PatternKind.AGENT ? text.indexOf('@') : -1;
        return mark >= 0 && index > mark;
    }
}
