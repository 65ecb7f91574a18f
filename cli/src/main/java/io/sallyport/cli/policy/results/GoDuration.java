package io.sallyport.cli.policy.results;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Formats and parses elapsed time as OPA's tools do: {@code 310ns}, {@code 12.5µs}, {@code 1.234567ms}, {@code 2.5s}.
 */
public final class GoDuration {
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

    /** Parses one number and its unit: {@code 500ms}, {@code 5s}, {@code 1m}; at most an hour. */
    public static final class Converter implements ITypeConverter<Duration> {
        private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,7})(ms|s|m)");

        @Override
        public Duration convert(String text) {
            Matcher written = WRITTEN.matcher(text);
            if (!written.matches()) {
                throw refused(text);
            }
            long number = Long.parseLong(written.group(1));
            Duration duration = switch (written.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                default -> Duration.ofMinutes(number);
            };
            if (duration.isZero() || duration.compareTo(Duration.ofHours(1)) > 0) {
                throw refused(text);
            }
            return duration;
        }

        private static TypeConversionException refused(String text) {
            return new TypeConversionException("'" + text + "' (expected: such as 500ms, 5s or 1m, at most 1 h)");
        }
    }

    private static String scaled(long nanos, int digits) {
        return BigDecimal.valueOf(nanos, digits).stripTrailingZeros().toPlainString();
    }
}
