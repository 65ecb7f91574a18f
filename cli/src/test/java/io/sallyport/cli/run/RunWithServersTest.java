package io.sallyport.cli.run;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.endtoend.ServerPrograms;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command whose harness has API servers. */
class RunWithServersTest {
    @TempDir
    private Path folder = Path.of("");

    private final StringWriter err = new StringWriter();
    private final Set<ProcessHandle> before =
            ProcessHandle.current().descendants().collect(Collectors.toSet());
    private ServerPrograms programs = new ServerPrograms(folder);

    @BeforeEach
    void programs() throws Exception {
        require("curl");
        programs = ServerPrograms.in(folder);
    }

    @Test
    void itsServersAreThereMeanwhileAndTheirLogsAfterwards() throws Exception {
        assertThat(run("words", "curl -sf http://words.api.internal/count -d '{\"text\": \"a b\"}' > out; exit 5"))
                .isEqualTo(new CommandRun.Ended.Exited(5));
        assertThat(folder.resolve("out")).hasContent("{\"words\": 2, \"characters\": 3}");
        assertThat(err.toString())
                .containsPattern(
                        "(?m)^sallyport: API server words: starting\nsallyport: API server words: healthy after"
                                + " [0-9.]+ s$")
                .contains("sallyport: API servers ended; logs in ");
        assertThat(Files.readString(logs().resolve("words.log"))).contains("POST /count 200");
        assertThat(left()).isEmpty();
    }

    /** The command would otherwise wait forever. */
    @Test
    void aServerThatEndsTakesTheCommandAlongAndItsLastLinesAreTold() throws Exception {
        programs.writeWords("brittle", "echo 'no space left' >&2\necho $$ > " + folder.resolve("pid"));
        CommandRun.Ended ended =
                run(FenceMode.OFF, "brittle", "kill -KILL $(cat pid)\nwhile true; do sleep 1000; done");
        assertThat(ended).isEqualTo(new CommandRun.Ended.ServerFailed());
        assertThat(err.toString())
                .contains("the run has failed: API server words: it ended by itself (ended by signal 9)")
                .contains("\n  words: no space left\n")
                .contains("sallyport: API servers failed: API server words, crashed; logs in ");
        assertThat(left()).isEmpty();
    }

    @Test
    void oneThatDoesNotStartIsRefusedBeforeTheCommand() throws Exception {
        programs.writeShell("broken", "echo 'no database' >&2\nexit 5\n");
        assertThat(run("broken", "touch was-run")).isInstanceOf(CommandRun.Ended.Refused.class);
        assertThat(folder.resolve("was-run")).doesNotExist();
        assertThat(err.toString())
                .containsPattern("(?m)^sallyport: API server words: starting\nsallyport: API server words: failed after"
                        + " [0-9.]+ s: exited_early, exit status 5$");
        assertThat(Files.readString(logs().resolve("words.log"))).isEqualTo("no database\n");
    }

    /** Returns the processes that this test started and that still run. */
    private Stream<ProcessHandle> left() {
        return ProcessHandle.current().descendants().filter(process -> !before.contains(process) && process.isAlive());
    }

    private Path logs() throws Exception {
        try (Stream<Path> runs = Files.list(folder.resolve("state/runs"))) {
            return runs.findFirst().orElseThrow().resolve("logs");
        }
    }

    private CommandRun.Ended run(String program, String script) throws Exception {
        return run(FenceMode.AUTO, program, script);
    }

    private CommandRun.Ended run(FenceMode fence, String program, String script) throws Exception {
        Path file = Files.writeString(folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                api_servers: {directories: [programs], startup_timeout: 10m}
                """);
        Config config = ConfigFile.read(file, null, folder.resolve("state"));
        return new CommandRun(config, false, fence, new PrintWriter(err))
                .of(ServerPrograms.documents(program), List.of("sh", "-c", "cd " + folder + "\n" + script));
    }
}
