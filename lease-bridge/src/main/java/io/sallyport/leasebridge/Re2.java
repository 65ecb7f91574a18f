package io.sallyport.leasebridge;

import java.util.List;
import java.util.stream.Collectors;

/** The one translation of pieces to an anchored RE2 expression; OPA's {@code regex.match} and RE2/J read it alike. */
final class Re2 {
    private Re2() {}

    static String of(List<Piece> pieces) {
        return pieces.stream().map(Re2::of).collect(Collectors.joining("", "^", "$"));
    }

    private static String of(Piece piece) {
        return switch (piece) {
            case Piece.Text(var literal) -> quote(literal);
            case Piece.Run(var stops, boolean atLeastOne) -> "[^" + quote(stops) + "]" + (atLeastOne ? "+" : "*");
            case Piece.Any _ -> ".*";
            case Piece.Below(char separator) -> "(?:" + quote(Character.toString(separator)) + ".*)?";
            case Piece.Above(char separator) -> "(?:.*" + quote(Character.toString(separator)) + ")?";
        };
    }

    static String quote(String literal) {
        StringBuilder out = new StringBuilder(literal.length() + 8);
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            out.append("\\.+*?()|[]{}^$".indexOf(c) < 0 ? "" : "\\").append(c);
        }
        return out.toString();
    }
}
