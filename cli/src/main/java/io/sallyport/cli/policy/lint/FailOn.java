package io.sallyport.cli.policy.lint;

import io.sallyport.documents.Diagnostic;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The least severity of a finding that fails a lint. */
public enum FailOn {
    ERROR,
    WARNING;

    /** Returns whether the findings fail the lint. */
    public boolean fails(List<Diagnostic> findings) {
        return switch (this) {
            case ERROR -> findings.stream().anyMatch(Diagnostic::isError);
            case WARNING -> !findings.isEmpty();
        };
    }

    /** Parses the words of {@code --fail-on}. */
    public static final class Converter implements ITypeConverter<FailOn> {
        @Override
        public FailOn convert(String word) {
            return switch (word) {
                case "error" -> ERROR;
                case "warning" -> WARNING;
                default -> throw new TypeConversionException("'" + word + "' (expected: warning or error)");
            };
        }
    }
}
