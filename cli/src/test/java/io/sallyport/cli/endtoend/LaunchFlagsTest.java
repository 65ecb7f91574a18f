package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The options with which the launchers start the JVM. */
class LaunchFlagsTest {
    private static final Path BUILD = Path.of("..", "build").toAbsolutePath();

    /** Returns the command line that becomes the JVM, which is a program that prints it. */
    static String launched(String options) {
        Client.Ended ended = Client.run(
                BUILD,
                Map.of("SALLYPORT_JAVA_OPTS", options),
                Duration.ofMinutes(1),
                List.of("sh", "-c", "JAVA=echo APP=/app; . ./jvm.sh; become serve"));
        assertThat(ended.exit()).as(ended.err()).isZero();
        return ended.out();
    }

    @Test
    void noDumpIsWrittenUnlessTheOperatorAsksForOne() {
        assertThat(launched(""))
                .contains(" -XX:-HeapDumpOnOutOfMemoryError ", " -XX:-CreateCoredumpOnCrash ")
                .doesNotContain("-XX:+HeapDump", "HeapDumpPath", "-XX:+CreateCoredump", "OnOutOfMemoryError=");
        assertThat(launched("-XX:+HeapDumpOnOutOfMemoryError"))
                .containsSubsequence("-XX:-HeapDumpOnOutOfMemoryError", "-XX:+HeapDumpOnOutOfMemoryError");
    }
}
