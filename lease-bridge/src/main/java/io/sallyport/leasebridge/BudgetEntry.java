package io.sallyport.leasebridge;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code cost.budget}.
 *
 * @param currency case-sensitive
 * @param amount not negative, with the scale as written
 */
public record BudgetEntry(String currency, BigDecimal amount) {
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z][A-Za-z0-9_]{0,31}):([0-9]{1,30}(?:\\.[0-9]{1,30})?)");

    /** The entry, or null where the text is none: no sign, exponent, space, suffix, nor digits that are not ASCII. */
    public static @Nullable BudgetEntry parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return text.length() <= 94 && matcher.matches()
                ? new BudgetEntry(matcher.group(1), new BigDecimal(matcher.group(2)))
                : null;
    }
}
