package io.sallyport.fetch.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/**
 * Directories that may not be moved or written to, as those of another user; a program of its own where a test asks for
 * one.
 */
final class DeniedDirectories {
    private static final int OTHERS = 40;

    private DeniedDirectories() {}

    public static void main(String[] arguments) throws IOException {
        check(Path.of(arguments[0]));
    }

    static void check(Path root) throws IOException {
        checkRemoval(root);
        checkStart(root);
    }

    /** A place is not taken at the start from which nothing could be moved later. */
    private static void checkStart(Path root) throws IOException {
        Path hidden = Files.createDirectories(root.resolve("hidden"));
        Files.createDirectory(hidden.resolve("staging"));
        Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("--x--x--x"));
        assertThatThrownBy(() -> Staging.open(
                        hidden.resolve("staging"), Executables.NEVER, LandingBounds.DEFAULT, Runnable::run))
                .hasMessageContaining("may be listed");
    }

    /** They stay, empty ones do not, and nor does anything else. */
    private static void checkRemoval(Path root) throws IOException {
        Path landed = Files.createDirectories(root.resolve("landed"));
        Path staging = Files.createDirectories(root.resolve("staging"));
        for (int i = 0; i < OTHERS; i++) {
            Files.writeString(
                    Files.createDirectories(landed.resolve(i + "/a/b")).resolve("SKILL.md"), "x");
        }
        Path notes = Files.createDirectories(landed.resolve("notes"));
        Files.writeString(notes.resolve("one"), "x");
        for (Path each : new Path[] {notes, Files.createDirectories(landed.resolve("empty"))}) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        assertThat(Files.isWritable(notes)).as("may write everything").isFalse();
        Staging.open(staging, Executables.NEVER, LandingBounds.DEFAULT, Runnable::run)
                .takeAway(landed);
        assertThat(landed).doesNotExist();
        try (Stream<Path> left = Files.walk(staging)) {
            assertThat(left.filter(Files::isRegularFile))
                    .singleElement()
                    .satisfies(one -> assertThat(one).endsWithRaw(Path.of("notes/one")));
        }
        try (Stream<Path> left = Files.walk(staging)) {
            assertThat(left.filter(path -> path.endsWith("empty"))).isEmpty();
        }
    }
}
