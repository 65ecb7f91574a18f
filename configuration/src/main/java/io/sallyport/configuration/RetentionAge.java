package io.sallyport.configuration;

import io.sallyport.configuration.key.Form;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The forms of how old something may become: hours or days, at most 36500 days. */
final class RetentionAge {
    /** At least an hour. */
    static final Form<Duration> SOME = new Form<>(
            "hours or days, as 12h or 30d, at most 36500d",
            RetentionAge::some,
            RetentionAge::text,
            "{\"type\":\"string\"}");

    /** The same, or zero for any age. */
    static final Form<Duration> SOME_OR_ANY = new Form<>(
            "0s, or hours or days, as 12h or 30d, at most 36500d",
            RetentionAge::someOrAny,
            RetentionAge::text,
            "{\"type\":\"string\"}");

    private static final Pattern HOURS_OR_DAYS = Pattern.compile("([1-9][0-9]{0,5})([hd])");
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private RetentionAge() {}

    private static String text(Duration age) {
        return age.isZero() ? "0s" : age.toHours() + "h";
    }

    private static @Nullable Duration someOrAny(String text) {
        return text.equals("0s") ? Duration.ZERO : some(text);
    }

    private static @Nullable Duration some(String text) {
        Matcher form = HOURS_OR_DAYS.matcher(text);
        if (!form.matches()) {
            return null;
        }
        long amount = Long.parseLong(form.group(1));
        Duration age = form.group(2).equals("d") ? Duration.ofDays(amount) : Duration.ofHours(amount);
        return age.compareTo(LONGEST) > 0 ? null : age;
    }
}
