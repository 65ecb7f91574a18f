package io.sallyport.cli.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.Main;
import io.sallyport.testkit.junit.RequireTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checked program has a session of its own, so Ctrl-C at the terminal does not reach it. */
class BrokenOffCheckTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void aCheckThatIsBrokenOffLeavesNothingBehind() throws Exception {
        RequireTool.require("setsid");
        Path program = Files.writeString(folder.resolve("deaf"), """
                #!/bin/sh
                trap '' TERM INT
                echo $$ > FOLDER/pid.new; mv FOLDER/pid.new FOLDER/pid
                while :; do sleep 0.1; done
                """.replace("FOLDER", folder.toString()));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Process check = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "api-server",
                        "check",
                        program.toString())
                .inheritIO()
                .start();
        ProcessHandle checked = awaitPid();
        try {
            check.destroy(); // SIGTERM, which ends a JVM as SIGINT does
            assertThat(check.waitFor(60, TimeUnit.SECONDS)).isTrue();
            checked.onExit().get(60, TimeUnit.SECONDS);
        } finally {
            check.destroyForcibly();
            checked.destroyForcibly();
        }
    }

    private ProcessHandle awaitPid() throws Exception {
        Path pid = folder.resolve("pid");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(pid)) {
            assertThat(System.nanoTime()).as("it is not started").isLessThan(end);
            Thread.onSpinWait();
        }
        return ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    }
}
