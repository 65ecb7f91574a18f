package io.sallyport.leasebridge;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The only syntax of an instant in leases: {@code 2030-01-01T00:00:00[.1-9 digits]Z}, a real date, with nothing around
 * it.
 */
public final class Expiry {
    private static final Pattern FORM =
            Pattern.compile("([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]{1,9}))?Z");

    private Expiry() {}

    /** Returns the instant, or null if the text has another syntax or is not a real instant. */
    public static @Nullable Instant parse(String text) {
        Matcher matcher = text.length() > 30 ? null : FORM.matcher(text);
        return matcher != null && matcher.matches() && isReal(matcher) ? instant(matcher) : null;
    }

    private static boolean isReal(Matcher m) {
        return field(m, 2) >= 1
                && field(m, 2) <= 12
                && field(m, 3) >= 1
                && field(m, 3) <= YearMonth.of(field(m, 1), field(m, 2)).lengthOfMonth()
                && field(m, 4) <= 23
                && field(m, 5) <= 59
                && field(m, 6) <= 59;
    }

    private static Instant instant(Matcher m) {
        String fraction = m.group(7) == null ? "" : m.group(7);
        int nanos = Integer.parseInt((fraction + "000000000").substring(0, 9));
        return LocalDateTime.of(field(m, 1), field(m, 2), field(m, 3), field(m, 4), field(m, 5), field(m, 6), nanos)
                .toInstant(ZoneOffset.UTC);
    }

    private static int field(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
