package io.sallyport.cli.sandbox;

import io.sallyport.model.WorkspaceId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a workspace id on the command line. */
final class WorkspaceIdConverter implements ITypeConverter<WorkspaceId> {
    @Override
    public WorkspaceId convert(String text) {
        WorkspaceId id = WorkspaceId.parse(text);
        if (id == null) {
            throw new TypeConversionException(
                    "not a workspace id (expected: a letter or digit, then at most 62 of A-Z a-z 0-9 . _ -)");
        }
        return id;
    }
}
