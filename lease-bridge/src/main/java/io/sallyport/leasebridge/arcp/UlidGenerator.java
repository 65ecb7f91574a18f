package io.sallyport.leasebridge.arcp;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * Generates ids for ARCP messages: ULIDs, 48 bits of time and 80 random bits in Crockford's base 32. Safe for
 * concurrent use.
 */
record UlidGenerator(InstantSource clock, SecureRandom random) implements Supplier<String> {
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int TIME_DIGITS = 10;
    private static final int RANDOM_DIGITS = 16;

    @Override
    public String get() {
        var id = new StringBuilder(TIME_DIGITS + RANDOM_DIGITS);
        long time = clock.millis();
        for (int shift = 5 * (TIME_DIGITS - 1); shift >= 0; shift -= 5) {
            id.append(DIGITS.charAt((int) (time >>> shift) & 31));
        }
        for (int i = 0; i < RANDOM_DIGITS; i++) {
            id.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        return id.toString();
    }
}
