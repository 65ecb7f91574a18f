package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.cli.command.SourceTexts;
import io.sallyport.cli.run.CommandRun;
import io.sallyport.cli.run.ConsoleMode;
import io.sallyport.cli.run.FenceMode;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --console}: a command that waits while somebody looks at its refusals and allows one. */
@Timeout(120)
class ConsoleOfRunTest {
    private static final Pattern SAID =
            Pattern.compile("sallyport: console at (http://127\\.0\\.0\\.1:\\d+)/console/, token (\\S+)\n");

    @TempDir
    Path folder = Path.of("");

    private final Told err = new Told();
    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private Path wait;
    private Path asked;

    /** Standard error of the run, and what it says that the test waits for. */
    private static final class Told extends StringWriter {
        private final CompletableFuture<Matcher> address = new CompletableFuture<>();
        private final CompletableFuture<Void> commandEnded = new CompletableFuture<>();

        @Override
        public void flush() {
            Matcher said = SAID.matcher(toString());
            if (said.find()) {
                address.complete(said);
            }
            if (toString().contains("the console stays until Ctrl-C")) {
                commandEnded.complete(null);
            }
        }
    }

    @BeforeEach
    void makeFifo() throws Exception {
        require("curl");
        wait = folder.resolve("wait");
        asked = folder.resolve("asked");
        assertThat(new ProcessBuilder("mkfifo", wait.toString(), asked.toString())
                        .start()
                        .waitFor())
                .isZero();
    }

    @AfterEach
    void stop() {
        origin.close();
    }

    private CommandRun run(ConsoleMode mode) throws Exception {
        Path file = Files.writeString(
                folder.resolve("c.yaml"),
                "state: \"state\"\negress: {hosts: {\"yes.test:80\": \"%s\"}}\n".formatted(origin.hostPort()));
        return new CommandRun(
                ConfigFile.read(file, null, folder.resolve("state")),
                false,
                FenceMode.OFF,
                SourceTexts.NONE,
                new PrintWriter(err),
                UnaryOperator.identity(),
                mode);
    }

    private static <T> FutureTask<T> started(Callable<T> work) {
        var task = new FutureTask<>(work);
        Thread.ofVirtual().start(task);
        return task;
    }

    private void goOn() throws IOException {
        Files.writeString(wait, "\n");
    }

    /** A first refusal, then a second request once the test lets it. */
    private List<String> command() {
        String curl = "curl -s -o /dev/null -w '%{http_code} ' http://yes.test/wanted >> seen; ";
        return List.of("sh", "-c", "cd " + folder + "; " + curl + "echo > asked; read x < wait; " + curl);
    }

    private void allow(ConsoleVisitor visitor) throws Exception {
        HttpResponse<String> allowed = visitor.post(
                "/console/refusals/allow",
                Map.of(
                        "sandbox",
                        "run",
                        "method",
                        "GET",
                        "url",
                        "http://yes.test/wanted",
                        "generation",
                        "1",
                        "form_token",
                        visitor.formToken()));
        assertThat(allowed.statusCode()).as(allowed.body()).isEqualTo(303);
    }

    @Test
    void whatIsAllowedInTheConsolePassesWhileTheCommandRuns() throws Exception {
        CommandRun run = run(ConsoleMode.RUN);
        var ended = started(() -> run.of(Rig.lease("http://yes.test/granted"), command()));
        Matcher said = err.address.join();
        Files.readString(asked); // until the first request was answered
        try (var visitor = new ConsoleVisitor(said.group(1))) {
            assertThat(visitor.get("/console/sandboxes").statusCode()).isEqualTo(303);
            assertThat(visitor.logIn(said.group(2)).statusCode()).isEqualTo(303);
            assertThat(visitor.get("/console/refusals").body()).contains("yes.test/wanted");
            assertThat(visitor.get("/console/health").body()).contains("ready");
            allow(visitor);
            goOn();
            assertThat(ended.get()).isEqualTo(new CommandRun.Ended.Exited(0));
            assertThat(folder.resolve("seen")).hasContent("403 200 ");
            assertThatThrownBy(() -> visitor.get("/console/")).isInstanceOf(IOException.class);
        }
        assertThat(err.toString()).containsOnlyOnce("console at");
        assertThat(folder.resolve("state")).doesNotExist();
    }

    @Test
    void aConsoleThatIsKeptShowsWhatHappenedUntilASignal() throws Exception {
        CommandRun run = run(ConsoleMode.KEEP);
        var ended = started(() -> run.of(Rig.lease("http://yes.test/granted"), command()));
        Matcher said = err.address.join();
        Files.readString(asked);
        goOn();
        err.commandEnded.join();
        try (var visitor = new ConsoleVisitor(said.group(1))) {
            visitor.logIn(said.group(2));
            assertThat(visitor.get("/console/refusals").body()).contains("yes.test/wanted");
            run.end();
            assertThat(ended.get()).isEqualTo(new CommandRun.Ended.Exited(0));
            assertThatThrownBy(() -> visitor.get("/console/")).isInstanceOf(IOException.class);
        }
        assertThat(err.toString()).contains("0 requests allowed, 2 refused");
    }
}
