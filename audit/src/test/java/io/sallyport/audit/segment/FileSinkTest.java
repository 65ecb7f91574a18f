package io.sallyport.audit.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileSinkTest {
    @TempDir
    Path folder;

    private static void write(LineSink sink, String text) throws IOException {
        sink.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void makesAFileThatOnlyItsOwnerReads() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        try (FileSink sink = FileSink.open(file)) {
            write(sink, "{}\n");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void appends() throws IOException {
        Path file = Files.writeString(folder.resolve("audit.jsonl"), "{\"a\":1}\n");
        try (FileSink sink = FileSink.open(file)) {
            write(sink, "{}\n");
            assertThat(sink.foundTornLine()).isFalse();
        }
        assertThat(file).hasContent("{\"a\":1}\n{}\n");
    }

    @Test
    void followsNoLink() throws IOException {
        Path target = Files.writeString(folder.resolve("victim"), "");
        Path link = Files.createSymbolicLink(folder.resolve("audit.jsonl"), target);
        assertThatThrownBy(() -> FileSink.open(link)).isInstanceOf(IOException.class);
        assertThat(target).isEmptyFile();
    }

    @Test
    void makesNothingWhereALinkLeadsNowhere() throws IOException {
        Path target = folder.resolve("not-there");
        Path link = Files.createSymbolicLink(folder.resolve("audit.jsonl"), target);
        assertThatThrownBy(() -> FileSink.open(link)).isInstanceOf(IOException.class);
        assertThat(target).doesNotExist();
    }

    @Test
    void refusesWhatIsNoRegularFile() {
        assertThatThrownBy(() -> FileSink.open(folder)).hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> FileSink.open(Path.of("/dev/null"))).hasMessageContaining("not a regular file");
    }

    @Test
    void endsALineThatACrashLeftOpen() throws IOException {
        Path file = Files.writeString(folder.resolve("audit.jsonl"), "{\"a\":1}\n{\"v\":1,\"au");
        try (FileSink sink = FileSink.open(file)) {
            assertThat(sink.foundTornLine()).isTrue();
            write(sink, "{}\n");
        }
        assertThat(file).hasContent("{\"a\":1}\n{\"v\":1,\"au\n{}\n");
    }

    @Test
    void knowsWhenItsFileIsGone() throws IOException {
        Path file = folder.resolve("audit.jsonl");
        try (FileSink sink = FileSink.open(file)) {
            assertThat(sink.isInPlace()).isTrue();
            Files.delete(file);
            assertThat(sink.isInPlace()).isFalse();
            Files.writeString(file, "");
            assertThat(sink.isInPlace()).as("another file of that name").isFalse();
        }
    }
}
