package io.sallyport.fetch.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkillDirectoryTest {
    @TempDir
    private Path root = Path.of("");

    @Test
    void aDirectoryIsReadWithItsCompanions() throws IOException {
        Files.createDirectories(root.resolve("scripts/empty"));
        Files.writeString(root.resolve("SKILL.md"), "A\n");
        Files.writeString(root.resolve("scripts/run.sh"), "B\n");
        assertThat(SkillDirectory.read(root))
                .isInstanceOfSatisfying(
                        SkillDirectory.Whole.class,
                        whole -> assertThat(whole.entries())
                                .extracting(entry -> entry.path().text())
                                .containsExactly("SKILL.md", "scripts/run.sh"));
    }

    @Test
    void linksAndOddNamesAreNamedAllAtOnce() throws IOException {
        Files.writeString(root.resolve("SKILL.md"), "A\n");
        Files.createSymbolicLink(root.resolve("link"), Path.of("/etc/passwd"));
        Files.createSymbolicLink(root.resolve("dir"), Path.of("/etc"));
        Files.writeString(root.resolve("a\nb"), "B\n");
        assertThat(SkillDirectory.read(root))
                .isInstanceOfSatisfying(
                        SkillDirectory.Unfit.class,
                        unfit -> assertThat(unfit.faults())
                                .containsExactlyInAnyOrder(
                                        "link: a symbolic link",
                                        "dir: a symbolic link",
                                        "a\\u{a}b: a control character in a name"));
    }

    @Test
    void nothingIsNoSkill() throws IOException {
        Files.createDirectories(root.resolve("empty"));
        assertThat(SkillDirectory.read(root)).isInstanceOf(SkillDirectory.Unfit.class);
    }
}
