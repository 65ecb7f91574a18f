package io.sallyport.cli.command;

import io.sallyport.model.SandboxId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a sandbox id on the command line. */
public final class SandboxIdConverter implements ITypeConverter<SandboxId> {
    @Override
    public SandboxId convert(String text) {
        SandboxId id = SandboxId.parse(text);
        if (id == null) {
            throw new TypeConversionException(
                    "not a sandbox id (expected: a letter or digit, then at most 62 of A-Z a-z 0-9 . _ -)");
        }
        return id;
    }
}
