package io.sallyport.cli.command;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a time on the command line, in the form of RFC 3339 section 5.6. */
public final class TimeConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException _) {
            throw new TypeConversionException("'" + text + "' (expected: such as 2026-11-25T22:00:00Z)");
        }
    }
}
