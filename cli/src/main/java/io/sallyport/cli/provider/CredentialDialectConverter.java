package io.sallyport.cli.provider;

import io.sallyport.leasebridge.provider.CredentialDialect;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a dialect on the command line. */
final class CredentialDialectConverter implements ITypeConverter<CredentialDialect> {
    @Override
    public CredentialDialect convert(String word) {
        return Stream.of(CredentialDialect.values())
                .filter(dialect -> dialect.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("one of " + words() + " is wanted"));
    }

    private static String words() {
        return Stream.of(CredentialDialect.values())
                .map(CredentialDialect::word)
                .collect(Collectors.joining(", "));
    }
}
