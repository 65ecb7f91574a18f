package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups that OPA does in its storage (1.22, {@code storage.NewPathForRef}): a path there is made of texts, so
 * {@code data[2]} is {@code data["2"]}, and a text names a place in an array as a number does. In what
 * {@code with} put into {@code data} they are look-ups in values.
 */
final class Storage {
    /** Digits that Go's reader of integers takes. */
    private static final int MAX_DIGITS = 19;

    private Storage() {}

    /** {@link Lookup#find} in storage. */
    static @Nullable RegoValue find(Run run, RegoValue from, RegoValue key) {
        RegoValue found = Lookup.find(run, from, key);
        return found == null ? byText(run, from, key) : found;
    }

    /** {@link Lookup#field} in storage. */
    static @Nullable RegoValue field(Run run, RegoValue from, RegoString key) {
        RegoValue found = Lookup.field(from, key);
        return found == null ? byText(run, from, key) : found;
    }

    /** What finds something costs what the look-up before has paid; a text that names a place is short. */
    private static @Nullable RegoValue byText(Run run, RegoValue from, RegoValue key) {
        if (run.isReplaced(from)) {
            return null;
        }
        if (from instanceof RegoObject object && key instanceof RegoNumber number) {
            return object.get(RegoString.of(number.toString()));
        }
        if (from instanceof RegoArray array && key instanceof RegoString text) {
            int place = place(text.text());
            return place < 0 || place >= array.size() ? null : array.get(place);
        }
        return null;
    }

    /** As {@code util.Atoi} of OPA reads it: a sign, digits, and zeros behind a point; -1 for all else. */
    private static int place(String text) {
        boolean isNegative = text.startsWith("-");
        String digits = isNegative || text.startsWith("+") ? text.substring(1) : text;
        if (digits.isEmpty() || digits.length() > MAX_DIGITS) {
            return -1;
        }
        int point = digits.indexOf('.');
        long place = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (i == point) {
                continue;
            }
            if (digit < 0 || digit > 9 || (point >= 0 && i > point && digit != 0)) {
                return -1;
            }
            place = i > point && point >= 0 ? place : place * 10 + digit;
        }
        boolean isPlace = place <= Integer.MAX_VALUE && (!isNegative || place == 0);
        return isPlace ? (int) place : -1;
    }
}
