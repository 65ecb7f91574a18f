package io.sallyport.fence;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bubblewrap around the fence, as docs/fence.md says, for files and Unix sockets; and inside of it, where it fails. */
class BubblewrapTest {
    @TempDir
    private Path folder = Path.of("");

    @TempDir
    private Path hidden = Path.of("");

    @BeforeEach
    void needs() throws Exception {
        require("bwrap");
        Files.writeString(hidden.resolve("key"), "secret\n");
        Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void aroundTheFenceItHidesFilesAndTakesTheRightToWriteThem(TestUser user) throws Exception {
        List<String> before = new ArrayList<>(user.words());
        before.addAll(List.of("bwrap", "--ro-bind", "/", "/", "--bind", "/proc", "/proc", "--dev", "/dev"));
        before.addAll(List.of("--bind", folder.toString(), folder.toString(), "--tmpfs", hidden.toString(), "--"));
        String script = "cd " + folder + "; touch /var/tmp/trace || echo read-only; ls " + hidden
                + "; echo written >own; cat own";
        try (FencedCommand command = start(before, script)) {
            assertThat(command.await()).as(command.output()).isZero();
            assertThat(command.output()).endsWith("Read-only file system\nread-only\nwritten\n");
        }
    }

    /** It needs namespaces, of which the filter lets nobody make any. */
    @Test
    void insideOfTheFenceItFails() throws Exception {
        try (FencedCommand command = start(List.of(), "bwrap --ro-bind / / true; echo $?")) {
            assertThat(command.await()).isZero();
            assertThat(command.output()).contains("Operation not permitted").endsWith("1\n");
        }
    }

    private FencedCommand start(List<String> before, String script) throws Exception {
        Path out = folder.resolve("out");
        return FencedCommand.start(folder, before, List.of("sh", "-c", script), Redirect.to(out.toFile()));
    }
}
