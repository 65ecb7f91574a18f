package io.sallyport.cli.doctor;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What was looked at, how it is, and what can be done about it.
 *
 * @param help null if there is nothing to do
 */
public record Finding(
        Level level, String subject, String text, @Nullable String help) {
    private static final int SUBJECT_WIDTH = 12;

    /** How much it matters. */
    public enum Level {
        OK,
        /** It works, with less than there could be, or in a way that is easily overlooked. */
        NOTE,
        /** A gateway does not start, or does not work, with it. */
        FAULT
    }

    static Finding ok(String subject, String text) {
        return new Finding(Level.OK, subject, text, null);
    }

    static Finding note(String subject, String text, String help) {
        return new Finding(Level.NOTE, subject, text, help);
    }

    static Finding fault(String subject, String text, String help) {
        return new Finding(Level.FAULT, subject, text, help);
    }

    /** Returns it in one line, or two. */
    public String lines() {
        String word = level.name().toLowerCase(Locale.ROOT);
        String line = "%-5s  %-" + SUBJECT_WIDTH + "s %s";
        return line.formatted(word, subject, text) + (help == null ? "" : "\n" + line.formatted("", "", help));
    }
}
