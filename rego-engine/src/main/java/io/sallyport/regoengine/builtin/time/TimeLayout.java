package io.sallyport.regoengine.builtin.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A layout of Go's {@code time}: text with fields given by example. Immutable.
 *
 * @param pieces the last one has no field
 */
public record TimeLayout(List<Piece> pieces) {
    private static final Map<String, String> NAMED = Map.of(
            "ANSIC", "Mon Jan _2 15:04:05 2006",
            "UnixDate", "Mon Jan _2 15:04:05 MST 2006",
            "RubyDate", "Mon Jan 02 15:04:05 -0700 2006",
            "RFC822", "02 Jan 06 15:04 MST",
            "RFC822Z", "02 Jan 06 15:04 -0700",
            "RFC850", "Monday, 02-Jan-06 15:04:05 MST",
            "RFC1123", "Mon, 02 Jan 2006 15:04:05 MST",
            "RFC1123Z", "Mon, 02 Jan 2006 15:04:05 -0700",
            "RFC3339", "2006-01-02T15:04:05Z07:00",
            "RFC3339Nano", "2006-01-02T15:04:05.999999999Z07:00");

    public static final TimeLayout RFC3339 = of("RFC3339");
    static final TimeLayout RFC3339_NANO = of("RFC3339Nano");

    /**
     * A text and the field after it.
     *
     * @param digits of a fraction
     * @param separator of a fraction
     */
    record Piece(String text, @Nullable TimeField field, int digits, char separator) {}

    /** Returns the layout that {@code text} is, or names. */
    public static TimeLayout of(String text) {
        String layout = NAMED.getOrDefault(text, text);
        List<Piece> pieces = new ArrayList<>();
        int from = 0;
        int at = 0;
        while (at < layout.length()) {
            Piece piece = pieceAt(layout, from, at);
            if (piece == null) {
                at++;
            } else {
                pieces.add(piece);
                at += piece.digits > 0 ? 1 + piece.digits : lengthOf(piece);
                from = at;
            }
        }
        pieces.add(new Piece(layout.substring(from), null, 0, ' '));
        return new TimeLayout(List.copyOf(pieces));
    }

    private static int lengthOf(Piece piece) {
        return piece.field == null ? 0 : piece.field.example().length();
    }

    private static @Nullable Piece pieceAt(String layout, int from, int at) {
        char c = layout.charAt(at);
        if (c == '.' || c == ',') {
            return fractionAt(layout, from, at);
        }
        if (layout.startsWith("_2006", at)) {
            return null;
        }
        for (TimeField field : TimeField.values()) {
            if (!field.example().isEmpty() && layout.startsWith(field.example(), at) && isWord(field, layout, at)) {
                return new Piece(layout.substring(from, at), field, 0, ' ');
            }
        }
        return null;
    }

    /** {@code Jan} and {@code Mon} are not fields at the start of a longer word. */
    private static boolean isWord(TimeField field, String layout, int at) {
        int end = at + field.example().length();
        boolean shortName = field == TimeField.MONTH || field == TimeField.WEEKDAY;
        return !shortName || end == layout.length() || layout.charAt(end) < 'a' || layout.charAt(end) > 'z';
    }

    private static @Nullable Piece fractionAt(String layout, int from, int at) {
        char digit = at + 1 < layout.length() ? layout.charAt(at + 1) : ' ';
        if (digit != '0' && digit != '9') {
            return null;
        }
        int end = at + 1;
        while (end < layout.length() && layout.charAt(end) == digit) {
            end++;
        }
        if (end < layout.length() && layout.charAt(end) >= '0' && layout.charAt(end) <= '9') {
            return null;
        }
        TimeField field = digit == '0' ? TimeField.FRACTION : TimeField.SHORT_FRACTION;
        return new Piece(layout.substring(from, at), field, end - at - 1, layout.charAt(at));
    }
}
