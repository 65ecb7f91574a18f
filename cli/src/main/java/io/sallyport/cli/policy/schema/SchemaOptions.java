package io.sallyport.cli.policy.schema;

import io.sallyport.cli.command.CliException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that names JSON Schemas of {@code data.lists}. */
public final class SchemaOptions {
    @Option(
            names = {"-s", "--schema"},
            paramLabel = "PATH",
            description = "JSON Schema of data.lists, against which Rego and data are checked: a file, or a folder with"
                    + " lists.json for all lists or lists/NAME.json for one.")
    private @Nullable Path path;

    public boolean isGiven() {
        return path != null;
    }

    /** Reads what is named; without the flag there are no schemas. */
    public ListSchemas read() throws CliException {
        return path == null ? ListSchemas.NONE : SchemaFiles.read(path);
    }
}
