package io.sallyport.console.page;

import java.util.List;

/**
 * One line of a unified diff.
 *
 * @param kind {@code added}, {@code removed}, {@code place} or {@code same}
 */
public record DiffLine(String kind, String text) {
    /** Reads the lines of a diff; none if there is no difference. */
    public static List<DiffLine> of(String diff) {
        return diff.lines().map(line -> new DiffLine(kind(line), line)).toList();
    }

    private static String kind(String line) {
        if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@")) {
            return "place";
        }
        return line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
    }
}
