package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTreesTest {
    @TempDir
    private Path folder = Path.of("");

    /** As Go leaves its module cache. */
    @Test
    void whatItsOwnerClosedToHimselfIsDeletedToo() throws Exception {
        Path tree = closedTree();
        FolderTrees.delete(tree);
        assertThat(tree).doesNotExist();
    }

    @Test
    void anotherUserDeletesItToo() throws Exception {
        ServerUser nobody = ServerUserTest.nobody(ServerUser.Tool.SETPRIV);
        RequireTool.require("chown");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path tree = closedTree();
        assertThat(new ProcessBuilder("chown", "-R", nobody.name(), tree.toString())
                        .start()
                        .waitFor())
                .isZero();
        nobody.delete(tree);
        assertThat(tree).doesNotExist();
    }

    @Test
    void aLinkIsDeletedAndWhatItLeadsToStays() throws Exception {
        Path precious = Files.createDirectory(folder.resolve("precious"));
        Files.setPosixFilePermissions(precious, PosixFilePermissions.fromString("r-x------"));
        Path tree = Files.createDirectory(folder.resolve("tree"));
        Files.createSymbolicLink(tree.resolve("link"), precious);
        FolderTrees.delete(tree);
        assertThat(tree).doesNotExist();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(precious)))
                .isEqualTo("r-x------");
    }

    @Test
    void whatIsNotThereIsNoFault() throws Exception {
        FolderTrees.delete(folder.resolve("absent"));
        assertThat(FolderTrees.bytes(folder)).isZero();
    }

    private Path closedTree() throws IOException {
        Path tree = folder.resolve("tree");
        Path below = Files.createDirectories(tree.resolve("read-only")).resolve("closed");
        Files.writeString(Files.createDirectory(below).resolve("file"), "x");
        Files.setPosixFilePermissions(below, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(tree.resolve("read-only"), PosixFilePermissions.fromString("r-x------"));
        return tree;
    }
}
