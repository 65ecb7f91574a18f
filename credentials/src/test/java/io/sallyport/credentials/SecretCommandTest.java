package io.sallyport.credentials;

import static io.sallyport.credentials.Fetching.accepted;
import static io.sallyport.credentials.Fetching.context;
import static io.sallyport.credentials.Fetching.reason;
import static io.sallyport.credentials.Fetching.texts;
import static io.sallyport.credentials.Fetching.why;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SecretCommandTest {
    private static final String SECRET = "s3cr3t-command";

    private static SecretFetch fetch(Duration limit, String... command) {
        return accepted(SecretCommand.of(List.of(command), limit, new SecretForm.Text()))
                .fetch(context(Map.of("SALLYPORT_SECRET", SECRET)));
    }

    private static SecretFetch fetch(String... command) {
        return fetch(Duration.ofSeconds(30), command);
    }

    @Test
    void theOutputIsTheValue() {
        assertThat(texts(fetch("printf", "%s\\n", SECRET))).isEqualTo(Map.of("value", SECRET));
    }

    @Test
    void thereIsNoShell() {
        assertThat(texts(fetch("echo", "$HOME;`id`"))).isEqualTo(Map.of("value", "$HOME;`id`"));
    }

    @Test
    void theEnvironmentIsEmptyButForPathAndHome() {
        Map<String, String> read =
                texts(fetch("sh", "-c", "env | cut -d= -f1 | grep -v -e PWD -e SHLVL -e '^_$' | sort | tr '\\n' ,"));
        assertThat(read).isEqualTo(Map.of("value", "HOME,PATH,"));
    }

    @Test
    void aFailureTellsItsStatusAndNothingThatItPrinted() {
        String said = reason(fetch("sh", "-c", "echo " + SECRET + "; echo " + SECRET + " >&2; exit 3"), SECRET);
        assertThat(said).isEqualTo("sh ended with status 3");
    }

    @Test
    void aProgramThatIsNotThereIsNamedWithoutItsArguments() {
        assertThat(reason(fetch("/nowhere/program", SECRET), SECRET)).isEqualTo("/nowhere/program cannot be started");
    }

    @Test
    void outputThatIsNoSecretIsNotTold() {
        assertThat(reason(fetch("printf", SECRET + "\\0"), SECRET)).contains("control characters");
        assertThat(reason(fetch("true"), SECRET)).isEqualTo("true: value: the value is empty");
    }

    @Test
    void oneThatHangsIsKilledWithItsChildren(@TempDir Path folder) throws IOException, InterruptedException {
        Path pid = folder.resolve("pid");
        String script = "sleep 600 & echo $! > " + pid + "; wait";
        assertThat(reason(fetch(Duration.ofSeconds(1), "sh", "-c", script), SECRET))
                .isEqualTo("sh did not end within 1 s");
        awaitEnd(Long.parseLong(Files.readString(pid).strip()));
    }

    private static void awaitEnd(long pid) throws InterruptedException {
        ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
    }

    @Test
    void oneThatFloodsIsKilled() {
        assertThat(reason(fetch("yes", SECRET), SECRET)).isEqualTo("yes printed more than 262144 bytes");
    }

    @Test
    void aChildThatHoldsTheOutputIsNotWaitedForAndIsKilled(@TempDir Path folder)
            throws IOException, InterruptedException {
        RequireTool.require("setsid");
        Path pid = folder.resolve("pid");
        String script = "sleep 600 & echo $! > " + pid + "; echo " + SECRET;
        assertThat(texts(fetch("sh", "-c", script))).isEqualTo(Map.of("value", SECRET));
        awaitEnd(Long.parseLong(Files.readString(pid).strip()));
    }

    @Test
    void aChildThatFloodsAfterTheEndIsKilled(@TempDir Path folder) throws IOException, InterruptedException {
        RequireTool.require("setsid");
        Path pid = folder.resolve("pid");
        fetch("sh", "-c", "yes " + SECRET + " & echo $! > " + pid);
        awaitEnd(Long.parseLong(Files.readString(pid).strip()));
    }

    @Test
    void aThreadThatIsInterruptedGivesUp() throws InterruptedException {
        var reasons = new LinkedBlockingQueue<String>();
        Thread thread = Thread.ofVirtual().start(() -> reasons.add(reason(fetch("sleep", "600"), SECRET)));
        thread.interrupt();
        assertThat(reasons.take()).isEqualTo("sleep was interrupted");
    }

    @Test
    void settingsAreChecked() {
        assertThat(why(SecretCommand.of(List.of(), Duration.ofSeconds(1), new SecretForm.Text())))
                .isEqualTo("a command begins with its program");
        assertThat(why(SecretCommand.of(List.of("a\0"), Duration.ofSeconds(1), new SecretForm.Text())))
                .isEqualTo("a command has no NUL");
        assertThat(why(SecretCommand.of(List.of("a"), Duration.ofHours(1), new SecretForm.Text())))
                .contains("at most 5 minutes");
    }
}
