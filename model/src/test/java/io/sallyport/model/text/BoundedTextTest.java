package io.sallyport.model.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedTextTest {
    @TempDir
    private Path folder;

    @Test
    void aFileOfAtMostSoManyBytesIsRead() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "\u00e9\n");
        assertThat(BoundedText.read(file, 3)).isEqualTo("\u00e9\n");
        assertThatThrownBy(() -> BoundedText.read(file, 2))
                .isInstanceOf(IOException.class)
                .hasMessage("more than 2 bytes");
    }

    @Test
    void aFileThatHasNoEndIsGivenUp() {
        assertThatThrownBy(() -> BoundedText.read(Path.of("/dev/zero"), 1 << 16))
                .hasMessage("more than 65536 bytes");
    }

    @Test
    void whatIsNoTextIsRefused() throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> BoundedText.read(file, 9)).isInstanceOf(CharacterCodingException.class);
    }
}
