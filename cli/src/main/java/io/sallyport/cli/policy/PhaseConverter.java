package io.sallyport.cli.policy;

import io.sallyport.model.Phase;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code planning} or {@code execution}. */
final class PhaseConverter implements ITypeConverter<Phase> {
    @Override
    public Phase convert(String word) {
        Phase phase = Phase.of(word);
        if (phase == null) {
            throw new TypeConversionException("'" + word + "' (expected: planning or execution)");
        }
        return phase;
    }
}
