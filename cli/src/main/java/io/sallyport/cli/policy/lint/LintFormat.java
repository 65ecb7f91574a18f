package io.sallyport.cli.policy.lint;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How findings are printed. */
public enum LintFormat {
    /** For people, with the lines that findings refer to. */
    TEXT,
    /** The diagnostics, as {@code policy check --json} prints them. */
    JSON,
    /** SARIF 2.1.0, for code review. */
    SARIF;

    /** Parses the words of {@code --format}. */
    public static final class Converter implements ITypeConverter<LintFormat> {
        @Override
        public LintFormat convert(String word) {
            return switch (word) {
                case "text" -> TEXT;
                case "json" -> JSON;
                case "sarif" -> SARIF;
                default -> throw new TypeConversionException("'" + word + "' (expected: text, json or sarif)");
            };
        }
    }
}
