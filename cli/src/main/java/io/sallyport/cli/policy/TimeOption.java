package io.sallyport.cli.policy;

import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flag that sets the clock of an evaluation. */
final class TimeOption {
    @Option(
            names = "--time",
            paramLabel = "RFC3339",
            converter = Converter.class,
            description = "Judge as at this time, such as 2026-11-25T22:00:00Z: what time.now_ns answers, and whether a"
                    + " lease is expired (default: now).")
    private @Nullable Instant time;

    /** Returns a clock that stands at the given time, or else the system's. */
    InstantSource clock() {
        return time == null ? InstantSource.system() : InstantSource.fixed(time);
    }

    /** Parses the form of RFC 3339 section 5.6. */
    static final class Converter implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeParseException _) {
                throw new TypeConversionException("'" + text + "' (expected: such as 2026-11-25T22:00:00Z)");
            }
        }
    }
}
