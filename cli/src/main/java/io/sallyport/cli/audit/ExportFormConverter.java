package io.sallyport.cli.audit;

import io.sallyport.auditexport.form.ExportForm;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the form of exported records on the command line. */
final class ExportFormConverter implements ITypeConverter<ExportForm> {
    @Override
    public ExportForm convert(String word) {
        return Arrays.stream(ExportForm.values())
                .filter(form -> form.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + word + "' (expected one of: "
                        + Arrays.stream(ExportForm.values())
                                .map(ExportForm::word)
                                .collect(Collectors.joining(", "))
                        + ")"));
    }
}
