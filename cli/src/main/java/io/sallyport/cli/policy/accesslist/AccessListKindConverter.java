package io.sallyport.cli.policy.accesslist;

import io.sallyport.leasebridge.accesslist.AccessListKind;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a kind of access list on the command line. */
final class AccessListKindConverter implements ITypeConverter<AccessListKind> {
    @Override
    public AccessListKind convert(String word) {
        return Stream.of(AccessListKind.values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("one of " + words() + " is wanted"));
    }

    private static String words() {
        return Stream.of(AccessListKind.values()).map(AccessListKind::word).collect(Collectors.joining(", "));
    }
}
