package io.sallyport.cli.policy;

import java.math.BigDecimal;

/** Formats elapsed time as OPA's tools do: {@code 310ns}, {@code 12.5µs}, {@code 1.234567ms}, {@code 2.5s}. */
final class GoDuration {
    private GoDuration() {}

    static String of(long nanos) {
        if (nanos < 1_000) {
            return nanos + "ns";
        }
        if (nanos < 1_000_000) {
            return scaled(nanos, 3) + "µs";
        }
        return nanos < 1_000_000_000 ? scaled(nanos, 6) + "ms" : scaled(nanos, 9) + "s";
    }

    private static String scaled(long nanos, int digits) {
        return BigDecimal.valueOf(nanos, digits).stripTrailingZeros().toPlainString();
    }
}
