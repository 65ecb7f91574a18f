package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RotatingFileTest {
    @TempDir
    private Path folder;

    @Test
    void aFullFileIsSetAsideAndTheOneBeforeItGoes() throws IOException {
        Path file = folder.resolve("build.log");
        try (RotatingFile log = RotatingFile.open(file, 10)) {
            log.write(bytes("aaaaaaaa\n"));
            log.write(bytes("bbbbbbbb\n"));
            log.write(bytes("cccccccc\n"));
        }
        assertThat(file).hasContent("cccccccc\n");
        assertThat(folder.resolve("build.log.1")).hasContent("bbbbbbbb\n");
        try (var files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void aFileOfAnEarlierRunIsKeptAside() throws IOException {
        Path file = folder.resolve("build.log");
        Files.writeString(file, "before\n");
        RotatingFile.open(file, 10).close();
        assertThat(file).isEmptyFile();
        assertThat(folder.resolve("build.log.1")).hasContent("before\n");
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "mine");
        Path file = Files.createSymbolicLink(folder.resolve("build.log"), victim);
        try (RotatingFile log = RotatingFile.open(file, 10)) {
            log.write(bytes("text"));
        }
        assertThat(victim).hasContent("mine");
        assertThat(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    @Test
    void onlyItsOwnerReadsIt() throws IOException {
        Path file = folder.resolve("build.log");
        RotatingFile.open(file, 10).close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
