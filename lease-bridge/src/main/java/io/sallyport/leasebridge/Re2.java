package io.sallyport.leasebridge;

import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.stream.Collectors;

/** The only writer of RE2 expressions. OPA's {@code regex.match} and RE2/J interpret them identically. */
public final class Re2 {
    private Re2() {}

    /** Returns an anchored expression that matches exactly what the pieces do. */
    static String of(List<Piece> pieces) {
        return pieces.stream().map(Re2::of).collect(Collectors.joining("", "^", "$"));
    }

    /** Returns an anchored expression for the names that a pattern covers; some match addresses too. */
    public static String ofHost(HostPattern pattern) {
        return of(Hosts.pieces(pattern));
    }

    private static String of(Piece piece) {
        return switch (piece) {
            case Piece.Text(var literal) -> quote(literal);
            case Piece.OneOf(var members) -> oneOf(members);
            case Piece.One(var stops) -> "[^" + quote(stops) + "]";
            case Piece.Run(var stops, boolean atLeastOne) -> "[^" + quote(stops) + "]" + (atLeastOne ? "+" : "*");
            case Piece.Any _ -> ".*";
            case Piece.Below(char separator) -> "(?:" + quote(Character.toString(separator)) + ".*)?";
            case Piece.Above(char separator) -> "(?:.*" + quote(Character.toString(separator)) + ")?";
        };
    }

    /** Returns an expression that matches exactly one of these characters. */
    public static String oneOf(String members) {
        return members.length() == 1 ? quote(members) : "[" + quote(members) + "]";
    }

    /**
     * Returns an expression that matches exactly {@code literal}, inside brackets too. Letters, digits, the slash and
     * all non-ASCII characters need no escape in RE2. An unpaired surrogate, which UTF-8 cannot encode, is passed
     * through.
     */
    public static String quote(String literal) {
        StringBuilder quoted = new StringBuilder(literal.length() + 8);
        literal.chars().forEach(c -> {
            if (c < 0x80 && !isPlain(c)) {
                quoted.append('\\');
            }
            quoted.append((char) c);
        });
        return quoted.toString();
    }

    private static boolean isPlain(int c) {
        return c == '/' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
}
