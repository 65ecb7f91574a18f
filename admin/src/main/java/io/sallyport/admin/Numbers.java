package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import org.jspecify.annotations.Nullable;

/** Parses counts in a query string. */
final class Numbers {
    private Numbers() {}

    /**
     * Returns {@code text} as a number from {@code least} to {@code most}, {@code absent} if it is null, or null if
     * invalid.
     */
    static @Nullable Integer between(@Nullable String text, int absent, int least, int most) {
        if (text == null) {
            return absent;
        }
        if (!text.matches("\\d{1,9}")) {
            return null;
        }
        int value = Integer.parseInt(text);
        return value >= least && value <= most ? value : null;
    }

    static Problem refused(String name, int least, int most) {
        return Problem.of(400, "INVALID_PARAMETER", name + " is no number from " + least + " to " + most);
    }
}
