package io.sallyport.apiservers;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where programs are looked for. Immutable.
 *
 * @param text as {@code PATH} has it; what is not absolute in it is passed over
 */
public record SearchPath(String text) {
    /** The program of that name, or null. */
    public @Nullable Path find(String program) {
        return Stream.of(text.split(File.pathSeparator))
                .filter(folder -> folder.startsWith("/"))
                .map(folder -> Path.of(folder, program))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .orElse(null);
    }
}
