package io.sallyport.regoengine.eval.node;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import org.jspecify.annotations.Nullable;

/**
 * Look-ups that OPA makes in its storage (1.22, {@code storage.NewPathForRef}), where paths consist of strings: {@code
 * data[2]} is {@code data["2"]}, and a string can be an array index. In data that {@code with} replaced, they are
 * ordinary look-ups in values.
 */
final class Storage {
    /** The maximum number of digits that Go's integer parser accepts. */
    private static final int MAX_DIGITS = 19;

    private Storage() {}

    /** As {@link Lookup#find}, in storage. */
    static @Nullable RegoValue find(Run run, RegoValue from, RegoValue key) {
        RegoValue found = Lookup.find(run, from, key);
        return found == null ? byText(run, from, key) : found;
    }

    /** As {@link Lookup#field}, in storage. */
    static @Nullable RegoValue field(Run run, RegoValue from, RegoString key) {
        RegoValue found = Lookup.field(from, key);
        return found == null ? byText(run, from, key) : found;
    }

    /**
     * Looks up the other form of the key. Costs nothing more: the look-up before was charged, and a string that is an
     * index is short.
     */
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

    /** Parses an index like OPA's {@code util.Atoi}: a sign, digits, and zeros after a point; -1 for anything else. */
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
