package io.sallyport.audit;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes ids that rise: the milliseconds since the epoch and a count of 20 bits within them, as 13 digits of base 32 that
 * sort as the numbers do. They tell nothing but when. Safe for concurrent use.
 */
final class AuditIds {
    private static final int LENGTH = 13; // 5 bits each, 63 used
    private static final int COUNT_BITS = 20;
    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

    private final InstantSource wall;
    private final AtomicLong last;

    /** Every id will be above {@code floor}, whatever the clock says: a clock set back between two runs repeats none. */
    AuditIds(InstantSource wall, long floor) {
        this.wall = wall;
        last = new AtomicLong(floor);
    }

    String next() {
        long now = wall.millis() << COUNT_BITS;
        long seen = last.get();
        while (true) {
            long next = Math.max(seen + 1, now);
            long witness = last.compareAndExchange(seen, next);
            if (witness == seen) {
                return text(next);
            }
            seen = witness;
        }
    }

    static String text(long value) {
        char[] digits = new char[LENGTH];
        long rest = value;
        for (int i = LENGTH - 1; i >= 0; i--) {
            digits[i] = DIGITS.charAt((int) (rest & 31));
            rest >>>= 5;
        }
        return new String(digits);
    }

    /** The number of an id of this form, or 0 for any other text. */
    static long value(String id) {
        long value = 0;
        for (int i = 0; i < id.length(); i++) {
            int digit = DIGITS.indexOf(id.charAt(i));
            if (digit < 0) {
                return 0;
            }
            value = (value << 5) | digit;
        }
        return id.length() == LENGTH && value > 0 ? value : 0;
    }
}
