package io.sallyport.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.model.SandboxId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaFilesTest {
    private static final SandboxId SB_1 = new SandboxId("sb-1");
    private static final SandboxId SB_2 = new SandboxId("sb-2");
    private static final byte[] SECRET = "a private key".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path root = Path.of("");

    private Path folder = root;
    private Path keyFile = root;

    @BeforeEach
    void prepare() throws IOException {
        folder = Files.createDirectory(root.resolve("ca"));
        keyFile = root.resolve("elsewhere.key");
    }

    @Test
    void givesBackWhatItKeptAfterARestart() throws Exception {
        files().save(SB_1, SECRET);

        assertThat(files().ca(SB_1)).isEqualTo(SECRET);
        assertThat(files().ca(SB_2)).isNull();
        assertThat(Files.readString(folder.resolve("sb-1"), StandardCharsets.ISO_8859_1))
                .doesNotContain("private");
    }

    @Test
    void onlyItsOwnerReadsTheKeyAndTheFiles() throws Exception {
        files().save(SB_1, SECRET);

        for (Path file : new Path[] {keyFile, folder.resolve("sb-1")}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void everyChangedByteIsSeenAndTheFileNamed() throws Exception {
        files().save(SB_1, SECRET);
        Path file = folder.resolve("sb-1");
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            Files.write(file, changed);
            assertThatThrownBy(() -> files().ca(SB_1))
                    .as("byte %d", at)
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining(file.toString());
        }
        Files.write(file, new byte[0]);
        assertThatThrownBy(() -> files().ca(SB_1)).isInstanceOf(StateException.class);
    }

    @Test
    void aFileUnderAnotherNameIsNotThatSandboxes() throws Exception {
        files().save(SB_1, SECRET);
        Files.move(folder.resolve("sb-1"), folder.resolve("sb-2"));

        assertThatThrownBy(() -> files().ca(SB_2)).isInstanceOf(StateException.class);
    }

    @Test
    void anotherKeyOpensNothing() throws Exception {
        files().save(SB_1, SECRET);
        SecretSeal.createKey(keyFile);

        assertThatThrownBy(() -> files().ca(SB_1)).isInstanceOf(StateException.class);
    }

    @Test
    void aKeyThatIsGoneIsNotMadeAnew() throws Exception {
        files().save(SB_1, SECRET);
        Files.delete(keyFile);

        assertThatThrownBy(this::files).isInstanceOf(StateException.class).hasMessageContaining(keyFile.toString());
        assertThat(keyFile).doesNotExist();
    }

    @Test
    void aKeyFileThatHoldsNoneIsRefusedWithoutQuotingIt() throws Exception {
        for (String text : new String[] {"", "c2hvcnQ=", "not base64 at all!"}) {
            Files.writeString(keyFile, text);

            assertThatThrownBy(this::files)
                    .isInstanceOf(StateException.class)
                    .hasMessageContaining("holds no key")
                    .hasMessageNotContaining("base64 at all");
        }
    }

    @Test
    void forgetsThoseOfSandboxesThatAreGone() throws Exception {
        files().save(SB_1, SECRET);
        files().save(SB_2, SECRET);
        files().retain(Set.of(SB_2));
        assertThat(files().ca(SB_1)).isNull();
        assertThat(files().ca(SB_2)).isEqualTo(SECRET);

        CaFiles.clear(folder);
        assertThat(folder).isEmptyDirectory();
    }

    private CaFiles files() throws StateException {
        return CaFiles.open(folder, keyFile);
    }
}
