package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceFilesTest {
    private static final int ENOUGH = 1 << 10;

    @TempDir
    private Path temporary;

    private Path root = Path.of("root");
    private WorkspaceFiles files = new WorkspaceFiles(List.of());

    @BeforeEach
    void workspace() throws IOException {
        root = temporary.resolve("root");
        Files.createDirectories(root.resolve("rules"));
        Files.writeString(temporary.resolve("secret.rego"), "package outside");
        Files.writeString(root.resolve("rules/own.rego"), "package own");
        files = new WorkspaceFiles(List.of(root));
    }

    @Test
    void aLinkThatLeadsOutIsNotRead() throws IOException {
        Path link = Files.createSymbolicLink(root.resolve("rules/link.rego"), temporary.resolve("secret.rego"));
        Path folder = Files.createSymbolicLink(root.resolve("out"), temporary);
        assertThat(files.read(link, ENOUGH)).isNull();
        assertThat(files.read(folder.resolve("secret.rego"), ENOUGH)).isNull();
        assertThat(files.rego(root)).containsOnlyKeys(root.resolve("rules/own.rego"));
    }

    @Test
    void aPathThatClimbsOutIsNotRead() {
        assertThat(files.read(root.resolve("rules/../../secret.rego"), ENOUGH)).isNull();
        assertThat(files.rego(temporary)).isEmpty();
    }

    @Test
    void aFolderBesideTheWorkspaceIsNotOfIt() throws IOException {
        Path beside = Files.createDirectories(temporary.resolve("root-2"));
        assertThat(files.contains(beside)).isFalse();
    }

    @Test
    void whatIsTooLongIsNotRead() throws IOException {
        Path file = Files.writeString(root.resolve("long.rego"), "#".repeat(ENOUGH + 1));
        assertThat(files.read(file, ENOUGH)).isNull();
    }

    @Test
    void aFileBelowItsListsIsCompiledWithThem() throws IOException {
        assertThat(files.unitOf(root.resolve("rules/own.rego"))).isEqualTo(root.resolve("rules"));
        Files.writeString(root.resolve("data.json"), "{}");
        assertThat(files.unitOf(root.resolve("rules/own.rego"))).isEqualTo(root);
    }

    @Test
    void aFileOutsideStandsAlone() throws IOException {
        Files.writeString(temporary.resolve("data.json"), "{}");
        assertThat(files.unitOf(temporary.resolve("secret.rego"))).isEqualTo(temporary.resolve("secret.rego"));
    }
}
