package io.sallyport.cli.policy.accesslist;

import io.sallyport.leasebridge.accesslist.ImportedForm;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of the form that an access list, or traffic, becomes. */
public final class ImportedFormConverter implements ITypeConverter<ImportedForm> {
    @Override
    public ImportedForm convert(String word) {
        return Stream.of(ImportedForm.values())
                .filter(form -> form.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("policy or lease is wanted"));
    }
}
