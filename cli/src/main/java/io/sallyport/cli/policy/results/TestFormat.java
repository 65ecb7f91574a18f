package io.sallyport.cli.policy.results;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How results of tests are printed. */
public enum TestFormat {
    /** For people, as each test ends. */
    PRETTY,
    /** As {@code opa test --format json}, after all tests. */
    JSON,
    /** JUnit XML, after all tests. */
    JUNIT;

    /** Parses the words of {@code opa test --format}, and {@code text}. */
    public static final class Converter implements ITypeConverter<TestFormat> {
        @Override
        public TestFormat convert(String word) {
            return switch (word) {
                case "pretty", "text" -> PRETTY;
                case "json" -> JSON;
                case "junit" -> JUNIT;
                default -> throw new TypeConversionException("'" + word + "' (expected: pretty, text, json or junit)");
            };
        }
    }
}
