package io.sallyport.gateway.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.Sha256;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutableDigestsTest {
    @TempDir
    Path folder = Path.of("");

    private final ExecutableDigests digests = new ExecutableDigests();

    @Test
    void anotherContentOfTheSameSizeAndTimeIsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("program"), "good");
        FileTime time = Files.getLastModifiedTime(file);
        assertThat(digests.of(file)).contains(Sha256.of("good".getBytes(StandardCharsets.UTF_8)));
        Path other = Files.writeString(folder.resolve("other"), "evil");
        Files.setLastModifiedTime(other, time);
        Files.delete(file);
        Files.move(other, file);
        assertThat(digests.of(file)).contains(Sha256.of("evil".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whatTheKernelGivesAwayOfARunningProgramIsRead() throws IOException {
        Path own = Path.of("/proc/self/exe");
        assertThat(digests.of(own)).contains(Sha256.of(Files.readAllBytes(own)));
    }

    @Test
    void whatIsTooLargeIsNotRead() throws IOException {
        Path file = folder.resolve("large");
        try (var large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength((1L << 30) + 1);
        }
        assertThatThrownBy(() -> digests.of(file)).hasMessageContaining("more than");
    }
}
