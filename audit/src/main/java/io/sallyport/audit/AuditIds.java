package io.sallyport.audit;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Creates increasing ids: the milliseconds since the epoch and a 20-bit counter, as 13 base-32 digits that sort like
 * the numbers. An id reveals nothing but its time. Safe for concurrent use.
 */
final class AuditIds {
    private static final int LENGTH = 13; // 5 bits each; 63 bits are used
    private static final int COUNT_BITS = 20;
    private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

    private final InstantSource wall;
    private final AtomicLong last;

    /** @param floor every id is above it, whatever the clock says: a clock set back between two runs repeats no id */
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

    /** Returns the number of an id, or 0 if {@code id} does not have this form. */
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
