package io.sallyport.admin;

import io.sallyport.admin.answer.Problem;
import org.jspecify.annotations.Nullable;

/** Reads counts that stand in a query. */
final class Numbers {
    private Numbers() {}

    /** {@code text} as a number from {@code least} to {@code most}, {@code absent} for null, and null for anything else. */
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
