package io.sallyport.apiservers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Tools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever runs one must have it back, whatever the program does. */
@Timeout(120)
class SystemCommandTest {
    private static final SearchPath PATH = new SearchPath(Tools.searchPath());

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void endWhatWasLeft() throws Exception {
        if (Files.exists(child())) {
            long pid = Long.parseLong(Files.readString(child()).strip());
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void oneThatEndsIsToldWithItsStatusAndWhatItSaid() {
        SystemCommand.Outcome outcome = run("cat; echo wrong >&2; exit 3", Duration.ofSeconds(60));
        assertThat(outcome).isEqualTo(new SystemCommand.Outcome(3, "input\nwrong"));
        assertThat(outcome.fault()).isEqualTo("exit status 3: input");
    }

    @Test
    void oneThatIsNotThereIsNoStatus() {
        assertThat(SystemCommand.run(List.of("/no/such/program"), PATH, "").isOk())
                .isFalse();
    }

    /** A child that stays keeps the pipe open for ever. */
    @Test
    void whatItLeftBehindHoldsNobodyUp() {
        SystemCommand.Outcome outcome = run(stays() + "echo done", Duration.ofSeconds(60));
        assertThat(outcome.status()).isZero();
        assertThat(outcome.said()).as("it may have been given up").isIn("", "done");
    }

    /**
     * It is killed, but its child is not, as with a program that may not be killed: what it holds open is not waited
     * for.
     */
    @Test
    void oneThatDoesNotEndIsGivenUp() {
        SystemCommand.Outcome outcome = run(stays() + "wait", Duration.ofSeconds(1));
        assertThat(outcome.isOk()).isFalse();
        assertThat(outcome.fault()).startsWith("it did not end within");
    }

    @Test
    void moreThanIsReadDoesNotKeepItFromEnding() {
        SystemCommand.Outcome outcome = run("head -c 1000000 /dev/zero | tr '\\0' x; exit 0", Duration.ofSeconds(60));
        assertThat(outcome.status()).isNotEqualTo(-1);
        assertThat(outcome.said()).hasSize(4096);
    }

    private String stays() {
        return "sleep 100000 & echo $! > " + child() + "; ";
    }

    private Path child() {
        return folder.resolve("child");
    }

    private static SystemCommand.Outcome run(String script, Duration limit) {
        return SystemCommand.run(List.of("sh", "-c", script), PATH, "input\n", limit);
    }
}
