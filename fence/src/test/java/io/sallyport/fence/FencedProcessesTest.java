package io.sallyport.fence;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How commands begin and end inside. */
class FencedProcessesTest {
    /** Keeps a fifo open as long as it lives, in a session of its own, as a daemon. */
    private static final String LIVES = "(echo begun; exec setsid sleep 1000) >life";

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({"exit 0, 0", "exit 7, 7", "kill -9 $$, 137", "kill -TERM $$, 143", "kill -INT $$, 130"})
    void theExitCodeIsTheCommandsOwn(String script, int code) throws Exception {
        try (FencedCommand command = shell(TestUser.SELF, script)) {
            assertThat(command.await()).isEqualTo(code);
        }
    }

    @Test
    void aCommandThatIsNotThereIsSaid() throws Exception {
        try (FencedCommand command = FencedCommand.start(folder, TestUser.SELF, "no-such-command-anywhere")) {
            assertThat(command.await()).isEqualTo(125);
            assertThat(command.failure()).contains("no-such-command-anywhere", "not found");
        }
    }

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void whatTheCommandLeavesRunningEndsWithIt(TestUser user) throws Exception {
        Path gate = fifo("gate");
        try (InputStream life = life();
                FencedCommand command = shell(user, LIVES + " & read line <gate; exit 3")) {
            awaitBegun(life);
            Files.writeString(gate, "go\n");
            assertThat(command.await()).isEqualTo(3);
            assertThat(life.readAllBytes()).as("it ends").isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void everythingInsideEndsWithTheGateway(TestUser user) throws Exception {
        try (InputStream life = life();
                FencedCommand command = shell(user, "trap '' TERM HUP INT; " + LIVES + " & sleep 1000")) {
            awaitBegun(life);
            command.abandon();
            assertThat(life.readAllBytes()).as("it ends").isEmpty();
            assertThat(command.await()).isNotZero();
        }
    }

    @Test
    void everythingInsideEndsWithTheProcessOutside() throws Exception {
        try (InputStream life = life();
                FencedCommand command = shell(TestUser.SELF, LIVES)) {
            awaitBegun(life);
            command.process().destroyForcibly();
            assertThat(life.readAllBytes()).as("it ends").isEmpty();
        }
    }

    /** A shell passes SIGTERM to nobody; its child gets one too. */
    @Test
    void aRequestToEndReachesEveryProcessInside() throws Exception {
        String script = "trap 'wait; echo parent; exit 9' TERM; "
                + "sh -c 'trap \"echo child; exit\" TERM; echo ready >ready; while :; do sleep 0.01; done' & wait";
        fifo("ready");
        try (FencedCommand command = shell(TestUser.SELF, script)) {
            assertThat(Files.readString(folder.resolve("ready"))).isEqualTo("ready\n");
            command.process().destroy();
            assertThat(command.await()).isEqualTo(9);
            assertThat(command.output()).contains("child\n", "parent\n");
        }
    }

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void theFirstProcessCannotBeEndedFromInside(TestUser user) throws Exception {
        try (FencedCommand command = shell(user, "kill -9 1; kill -STOP 1; kill -INT 1; exit 5")) {
            assertThat(command.await()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @EnumSource(TestUser.class)
    void theUserIsTheSameAndNamesAreAskedOfTheGateway(TestUser user) throws Exception {
        try (FencedCommand command = shell(user, "id -u; cat /etc/resolv.conf; touch made; env")) {
            assertThat(command.await()).isZero();
            assertThat(command.output()).contains("nameserver 127.0.0.1").doesNotContain("HOME=", "SALLYPORT");
            int id = (Integer) Files.getAttribute(folder.resolve("made"), "unix:uid");
            assertThat(command.output()).startsWith(id + "\n");
        }
    }

    /** Its own filter refuses it, which is said. */
    @Test
    void aFenceInsideOfAFenceIsRefusedInWords() throws Exception {
        try (FencedCommand command = shell(TestUser.SELF, "program/* inner tcp/127.0.0.1:0; cat inner.failed")) {
            assertThat(command.await()).isZero();
            assertThat(command.output()).contains("a seccomp filter is in force", "inside of another fence");
        }
    }

    private FencedCommand shell(TestUser user, String script) throws IOException {
        return FencedCommand.start(folder, user, "sh", "-c", "cd " + folder + "; " + script);
    }

    /** Returns what the daemon writes, which ends with the last process that holds the fifo. */
    private InputStream life() throws Exception {
        require("setsid");
        return new ProcessBuilder("cat", fifo("life").toString()).start().getInputStream();
    }

    private static void awaitBegun(InputStream life) throws IOException {
        assertThat(new String(life.readNBytes("begun\n".length()), StandardCharsets.UTF_8))
                .isEqualTo("begun\n");
    }

    private Path fifo(String name) throws Exception {
        require("mkfifo");
        Path fifo = folder.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        return Files.setPosixFilePermissions(fifo, PosixFilePermissions.fromString("rw-rw-rw-"));
    }
}
