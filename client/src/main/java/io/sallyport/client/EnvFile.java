package io.sallyport.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Collectors;

/** The variables that a client in the sandbox needs, as lines for a shell to source. */
public final class EnvFile {
    private EnvFile() {}

    /** Returns one {@code export} line per variable, with values quoted for a POSIX shell. */
    public static String shell(Map<String, String> variables) {
        return variables.entrySet().stream()
                .map(entry -> "export " + entry.getKey() + "=" + quoted(entry.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    /** Writes {@code lines} to {@code file}, which only its owner can read from the moment it exists. */
    public static void write(Path file, String lines) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, lines);
    }

    private static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
