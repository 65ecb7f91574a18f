package io.sallyport.client;

import io.sallyport.model.placeholder.PlaceholderFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/** Writes the files from which tools in a sandbox read placeholders. */
public final class PlaceholderFiles {
    private static final FileAttribute<?> FOR_ITS_OWNER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private PlaceholderFiles() {}

    /**
     * Writes each file into a folder of its own, named after its variable, below {@code STEM.files}; replaces files
     * that are there. Only their owner can read them.
     *
     * @return the variables that say where they are
     * @throws IOException if a file cannot be written
     */
    public static SequencedMap<String, String> write(Path stem, List<PlaceholderFile> files) throws IOException {
        Path all = stem.toAbsolutePath().resolveSibling(stem.getFileName() + ".files");
        SequencedMap<String, String> variables = new TreeMap<>();
        for (PlaceholderFile file : files) {
            Path folder = Files.createDirectories(all.resolve(file.variable()), FOR_ITS_OWNER);
            EnvFile.write(folder.resolve(file.name()), file.text());
            variables.put(file.variable(), file.valueIn(folder.toString()));
        }
        return variables;
    }
}
