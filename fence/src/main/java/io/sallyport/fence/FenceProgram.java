package io.sallyport.fence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The program that runs inside, as it ships with this class for each platform. */
final class FenceProgram {
    /** Names of platforms, the JVM's and Go's. */
    private static final Map<String, String> PLATFORMS = Map.of("amd64", "amd64", "aarch64", "arm64");

    private FenceProgram() {}

    /**
     * Writes the program for this machine into {@code folder}; returns null if there is none.
     *
     * @throws IOException if it cannot be written
     */
    static @Nullable Path extract(Path folder) throws IOException {
        String platform = PLATFORMS.get(System.getProperty("os.arch"));
        if (platform == null) {
            return null;
        }
        try (InputStream program = FenceProgram.class.getResourceAsStream("fence-" + platform)) {
            if (program == null) {
                return null;
            }
            Path file = folder.resolve("fence-" + platform);
            Files.copy(program, file);
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
    }
}
