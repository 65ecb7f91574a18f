package io.sallyport.cli.policy.query;

import io.sallyport.regoengine.value.RegoString;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How answers to a query are printed. */
public enum EvalFormat {
    /** One answer a line, as JSON. */
    PRETTY,
    /** The document of {@code opa eval --format json}. */
    JSON,
    /** As PRETTY, but a single text without its quotes. */
    RAW;

    public String of(QueryAnswers answers) {
        return switch (this) {
            case PRETTY -> answers.text();
            case JSON -> answers.json();
            case RAW ->
                answers.values().size() == 1 && answers.values().getFirst() instanceof RegoString text
                        ? text.text()
                        : answers.text();
        };
    }

    /** Parses the words of {@code opa eval --format} that are there. */
    public static final class Converter implements ITypeConverter<EvalFormat> {
        @Override
        public EvalFormat convert(String word) {
            return switch (word) {
                case "pretty" -> PRETTY;
                case "json" -> JSON;
                case "raw" -> RAW;
                default -> throw new TypeConversionException("'" + word + "' (expected: pretty, json or raw)");
            };
        }
    }
}
