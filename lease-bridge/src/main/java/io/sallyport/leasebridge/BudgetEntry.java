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
    private static final Pattern CURRENCY = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,31}");
    private static final Pattern FORM =
            Pattern.compile("([A-Za-z][A-Za-z0-9_]{0,31}):([0-9]{1,30}(?:\\.[0-9]{1,30})?)");

    /**
     * Returns the entry, or null if the text is invalid. Signs, exponents, spaces, suffixes and non-ASCII digits are
     * invalid.
     */
    public static @Nullable BudgetEntry parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return text.length() <= 94 && matcher.matches()
                ? new BudgetEntry(matcher.group(1), new BigDecimal(matcher.group(2)))
                : null;
    }

    /** Returns whether a budget can name the currency; what the gateway counts under another name is its own. */
    static boolean isCurrency(String text) {
        return CURRENCY.matcher(text).matches();
    }
}
