package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code run} as a process of its own, ended by a signal. */
class EndedRunTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void files() throws Exception {
        RequireTool.require("env");
        RequireTool.require("kill");
        RequireTool.require("mkfifo");
        assertThat(new ProcessBuilder("mkfifo", gate().toString()).start().waitFor())
                .isZero();
        ServerPrograms programs = ServerPrograms.in(folder);
        programs.write("wrapped", "#!/bin/sh\n" + programs.folder().resolve("words") + " \"$@\"\n"); // no exec
        programs.write("hanging", "#!/bin/sh\nsleep 1000 &\n: < " + gate() + "\nwait\n");
        Files.createDirectory(folder.resolve("tmp"));
        Files.writeString(folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                state: state
                api_servers: {directories: [programs], startup_timeout: 10m}
                """);
    }

    @ParameterizedTest
    @CsvSource({"INT", "TERM", "HUP"})
    void aRunThatIsEndedLeavesNothing(String signal) throws Exception {
        try (Client run = run("wrapped")) {
            end(run, signal);
            assertThat(run.await(SOON).exit()).isEqualTo(7);
        }
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void oneThatIsEndedWhileItsServersStartLeavesNothingEither(String signal, int status) throws Exception {
        try (Client run = run("hanging")) {
            end(run, signal);
            assertThat(run.await(SOON).exit()).isEqualTo(status);
        }
        assertThat(left()).isEmpty();
        assertThat(folder.resolve("command")).doesNotExist();
    }

    /** Starts a run whose command reports that it is running, and ends when told to. */
    private Client run(String program) throws IOException {
        Path harness = Files.writeString(
                folder.resolve("h.yaml"),
                "agent: a.md\nrole: coder\napi_servers: [{name: words, script: " + program + ", port: 0}]\n");
        String script = "trap 'exit 7' TERM; touch command; : < gate; while true; do sleep 1; done";
        List<String> command = new ArrayList<>(GatewayJvm.command(
                "run",
                "--config",
                folder.resolve("c.yaml").toString(),
                "--harness",
                harness.toString(),
                "--",
                "sh",
                "-c",
                script));
        command.add(1, "-Djava.io.tmpdir=" + folder.resolve("tmp"));
        command.addAll(0, List.of("env", "--default-signal=INT")); // a shell's background, as of a build, ignores it
        return Client.start(folder, Map.of(), command);
    }

    private void end(Client run, String signal) throws Exception {
        ProcessHandle process = ProcessHandle.of(run.pid()).orElseThrow();
        Files.newOutputStream(gate(), StandardOpenOption.WRITE).close(); // opens once there is a reader
        List<ProcessHandle> started = process.descendants().toList();
        assertThat(started).isNotEmpty();
        new ProcessBuilder("kill", "-" + signal, String.valueOf(run.pid()))
                .start()
                .waitFor();
        for (ProcessHandle one : started) {
            one.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** A fifo that is read when what is to be ended exists. */
    private Path gate() {
        return folder.resolve("gate");
    }

    /** Returns what remains of a run: its processes and files. */
    private List<Path> left() throws IOException {
        try (Stream<Path> runs = Files.walk(folder.resolve("state/runs"));
                Stream<Path> temporary = Files.list(folder.resolve("tmp"))) {
            return Stream.concat(
                            runs.filter(file -> file.endsWith("run.json") || file.endsWith("work")),
                            temporary.filter(file -> !file.endsWith("hsperfdata_root")))
                    .toList();
        }
    }
}
