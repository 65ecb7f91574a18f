package io.sallyport.cli.policy.lsp;

import io.sallyport.documents.Place;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.Range;

/** A text and its lines, to which places of diagnostics and positions of the protocol refer. Immutable. */
final class DocumentText {
    private static final Pattern WORD = Pattern.compile("[\\p{Alnum}_]+(?:[.-][\\p{Alnum}_]+)*|\"[^\"]*\"");

    private final String text;
    private final List<String> lines;

    DocumentText(String text) {
        this.text = text;
        this.lines = List.of(text.split("\r\n|\n|\r", -1));
    }

    /** A character: the number of its line, and its offset in it; both from 0. */
    record Spot(int line, int offset) {}

    String text() {
        return text;
    }

    List<String> lines() {
        return lines;
    }

    /** Returns the line, or an empty one behind the last. */
    String line(int number) {
        return number >= 0 && number < lines.size() ? lines.get(number) : "";
    }

    /** Returns the spot of a client's position; behind the end of a line it is that end. */
    Spot spot(Position position, PositionUnit unit) {
        return new Spot(position.getLine(), unit.offsetAt(line(position.getLine()), position.getCharacter()));
    }

    /** Returns the word, number or text in quotes that begins at {@code place}, or else the character there. */
    Range range(Place place, PositionUnit unit) {
        int number = Math.clamp(place.line() - 1L, 0, lines.size() - 1);
        String line = line(number);
        int points = line.codePointCount(0, line.length());
        int from = line.offsetByCodePoints(0, Math.clamp(place.column() - 1L, 0, points));
        Matcher word = WORD.matcher(line).region(from, line.length());
        int to = word.lookingAt() ? word.end() : Math.min(from + 1, line.length());
        return range(number, from, to, unit);
    }

    /** Returns a part of one line. */
    Range range(int number, int from, int to, PositionUnit unit) {
        String line = line(number);
        return new Range(
                new Position(number, unit.unitsBefore(line, from)), new Position(number, unit.unitsBefore(line, to)));
    }

    /** Returns the whole text. */
    Range whole(PositionUnit unit) {
        int last = lines.size() - 1;
        return new Range(
                new Position(0, 0),
                new Position(last, unit.unitsBefore(line(last), line(last).length())));
    }
}
